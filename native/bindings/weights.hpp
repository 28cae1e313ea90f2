// Shared by the bindings of kernels over ranges: weight tables, sets of cards, blocks of work.
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
    if ((board | dead) & ~kFullDeck) throw nb::value_error("a set of cards must have bits 0 to 51 only");
    if (board & dead) throw nb::value_error("a card is both on the board and dead");
    if (std::popcount(board) > kBoardCards) throw nb::value_error("a board has at most five cards");
}

inline void check_threads(int threads) {
    if (threads < 0) throw nb::value_error("the number of threads must not be negative");
}

// Weight tables without the hands that contain a known card.
inline std::vector<double> live_weights(std::vector<double> live, CardMask known) {
    for (std::size_t i = 0; i < live.size(); ++i) {
        if (!(live[i] >= 0) || std::isinf(live[i])) throw nb::value_error("a weight must be finite and not below 0");
        if (kHoleCards[i % kHands].mask() & known) live[i] = 0;
    }
    return live;
}

// The members of all exact methods: numbered blocks of work, to run in any portions.
template <class Method>
void bind_blocks(nb::class_<Job<Method>>& type) {
    type.attr("blocks") = kBlocks;
    type.def(
        "run",
        [](Job<Method>& self, int first, int last, int threads) {
            if (first < 0 || last < first || last > kBlocks)
                throw nb::value_error("blocks must be a range within 0 to 64");
            check_threads(threads);
            self.run(threads,
                     [&](Method& method, int count, const StopFlag& stop) { method.run(first, last, count, stop); });
        },
        nb::arg("first"), nb::arg("last"), nb::arg("threads"));
}

}  // namespace railbird::bindings
