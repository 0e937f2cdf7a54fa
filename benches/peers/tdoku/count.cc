// Counts solutions by the solvers of the tdoku repository: `count SOLVER`, `count` for their names. `bash benches/build_tdoku.sh` builds it.
#include "../count.h"
#include <cstdint>
#include <cstring>

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

// By the newline, the solvers know that candidates do not follow.
static int serve_by(const Named &solver) {
    char solution[LINE];
    size_t guesses;
    return serve([&](const char *puzzle, size_t limit) {
        return solver.count(puzzle, limit, solver.configuration, solution, &guesses);
    });
}

int main(int arguments, char **argument) {
    for (const Named &solver : SOLVERS) {
        if (arguments == 1) std::puts(solver.name);
        else if (std::strcmp(argument[1], solver.name) == 0) return serve_by(solver);
    }
    return arguments == 1 ? 0 : 2;
}
