// Counts solutions by the solvers of the tdoku repository, as a child process of the benches: `count SOLVER`, `count` for their names.
// `bash scripts/build_tdoku.sh` builds it. Input is one job after the other: a line with the limit and the number of puzzles, then each
// puzzle in a line of 81 characters. The answer to a job is a line with the nanoseconds that counting took and the counts.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

using Count = size_t(const char *puzzle, size_t limit, uint32_t configuration, char *solution, size_t *guesses);

extern "C" {
Count TdokuSolverDpllTriadSimd, OtherSolverFsss2, OtherSolverJSolve, OtherSolverBBSudoku;
}

struct Named {
    const char *name;
    Count *count;
    uint32_t configuration;
};

static const Named SOLVERS[] = {
    {"tdoku", TdokuSolverDpllTriadSimd, 0},
    {"fsss2", OtherSolverFsss2, 0},
    {"fsss2, locked candidates", OtherSolverFsss2, 1},
    {"JSolve", OtherSolverJSolve, 0},
    {"bb_sudoku", OtherSolverBBSudoku, 0},
};

// With the newline, by which the solvers know that candidates do not follow.
constexpr size_t LINE = 82;

static int serve(const Named &solver) {
    std::vector<char> puzzles;
    std::vector<size_t> counts;
    size_t limit, number;
    while (std::scanf("%zu %zu\n", &limit, &number) == 2) {
        puzzles.resize(number * LINE);
        counts.resize(number);
        if (std::fread(puzzles.data(), LINE, number, stdin) != number) return 1;
        char solution[LINE];
        size_t guesses;
        auto start = std::chrono::steady_clock::now();
        for (size_t i = 0; i < number; i++) {
            counts[i] = solver.count(&puzzles[i * LINE], limit, solver.configuration, solution, &guesses);
        }
        auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start);
        std::printf("%lld", static_cast<long long>(time.count()));
        for (size_t count : counts) std::printf(" %zu", count);
        std::printf("\n");
        std::fflush(stdout);
    }
    return 0;
}

int main(int arguments, char **argument) {
    for (const Named &solver : SOLVERS) {
        if (arguments == 1) std::puts(solver.name);
        else if (std::strcmp(argument[1], solver.name) == 0) return serve(solver);
    }
    return arguments == 1 ? 0 : 2;
}
