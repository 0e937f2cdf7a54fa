// Counts solutions by Schoku: `count Schoku`, `count` for its name. `bash benches/build_schoku.sh` builds it. Up to 1, Schoku searches one solution; up to 2,
// it also looks whether there is another.
#define main schoku_main
#include "schoku.cpp"
#undef main
#include "../count.h"
#include <cstdlib>

int main(int arguments, char **) {
    if (arguments == 1) return std::puts("Schoku") < 0;
    auto *stack = static_cast<Schoku::GridState *>(std::aligned_alloc(64, (sizeof(Schoku::GridState) * GRIDSTATE_MAX + 63) / 64 * 64));
    // The puzzle, and the solution one line behind it.
    signed char lines[2 * LINE];
    return serve([&](const char *puzzle, size_t limit) -> size_t {
        Schoku::rules = limit > 1 ? Schoku::Multiple : Schoku::FindOne;
        std::memcpy(lines, puzzle, 81);
        stack[0].initialize<Schoku::VNone>(lines, Schoku::global_counters);
        Schoku::Status status = Schoku::solve<Schoku::VNone>(lines + LINE, stack, 1, Schoku::global_counters);
        return status.solved ? (limit > 1 && !status.unique ? 2 : 1) : 0;
    });
}
