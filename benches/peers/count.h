// Serves counts of solutions as a child process of the benches. Input is one job after the other: a line with the limit and the number of puzzles,
// then each puzzle in a line of 81 characters. The answer to a job is a line with the nanoseconds that counting took and the counts.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <vector>

// With the newline.
constexpr std::size_t LINE = 82;

// Counts by `count(puzzle, limit)` until the input ends; `puzzle` is a line.
template <typename Count>
int serve(Count count) {
    std::vector<char> puzzles;
    std::vector<std::size_t> counts;
    std::size_t limit, number;
    while (std::scanf("%zu %zu\n", &limit, &number) == 2) {
        puzzles.resize(number * LINE);
        counts.resize(number);
        if (std::fread(puzzles.data(), LINE, number, stdin) != number) return 1;
        auto start = std::chrono::steady_clock::now();
        for (std::size_t i = 0; i < number; i++) counts[i] = count(&puzzles[i * LINE], limit);
        auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start);
        std::printf("%lld", static_cast<long long>(time.count()));
        for (std::size_t each : counts) std::printf(" %zu", each);
        std::printf("\n");
        std::fflush(stdout);
    }
    return 0;
}
