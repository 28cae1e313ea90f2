// What the bindings of kernels over ranges share: weight tables, sets of cards, blocks of work.
#pragma once

#include <cmath>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/instances.hpp"
#include "strength/boards.hpp"

namespace railbird::bindings {

using Table = Snapshot<double, kHands>;
using Tables = Snapshot<double, -1, kHands>;

inline void check_cards(CardMask board, CardMask dead) {
    if ((board | dead) & ~kFullDeck) throw nb::value_error("a set of cards has bits 0 to 51");
    if (board & dead) throw nb::value_error("a card is both on the board and dead");
    if (std::popcount(board) > kBoardCards) throw nb::value_error("a board has at most five cards");
}

inline void check_threads(int threads) {
    if (threads < 0) throw nb::value_error("the number of threads is negative");
}

// Weight tables in which no hand touches a known card.
inline std::vector<double> live_weights(std::vector<double> live, CardMask known) {
    for (std::size_t i = 0; i < live.size(); ++i) {
        if (!(live[i] >= 0) || std::isinf(live[i])) throw nb::value_error("a weight is a finite number, not below 0");
        if (kHoleCards[i % kHands].mask() & known) live[i] = 0;
    }
    return live;
}

// The members that all exact methods have: numbered blocks of work, to be run in any portions.
template <class Method>
void bind_blocks(nb::class_<Job<Method>>& type) {
    type.attr("blocks") = kBlocks;
    type.def(
        "run",
        [](Job<Method>& self, int first, int last, int threads) {
            if (first < 0 || last < first || last > kBlocks) throw nb::value_error("no such blocks");
            check_threads(threads);
            self.run(threads,
                     [&](Method& method, int count, const StopFlag& stop) { method.run(first, last, count, stop); });
        },
        nb::arg("first"), nb::arg("last"), nb::arg("threads"));
}

}  // namespace railbird::bindings
