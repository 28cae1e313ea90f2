// The ways to complete a board; those that differ only by an exchange of suits are visited once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/parallel.hpp"
#include "cards/cards.hpp"
#include "cards/evaluator.hpp"
#include "cards/suits.hpp"

namespace railbird {

// Below this share of a range, subtraction from the whole leaves fewer than 33 of a number's 53 bits.
inline constexpr double kTinyShare = 0x1p-20;

inline double combinations(int n, int k) {
    double result = 1;
    for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
    return result;
}

class Completions {
public:
    // Adds `to_come` cards to `board` that are in neither `board` nor `dead`. The symmetry must hold for both.
    Completions(CardMask board, CardMask dead, const SuitSymmetry& symmetry, int to_come);

    // Calls visit(new cards, sum of all board cards, number of completions that this one represents) for one of kBlocks
    // blocks of about the same size.
    template <class Visit>
    void for_each(int block, const StopFlag& stop, const Visit& visit) const {
        for (std::size_t i = static_cast<std::size_t>(block); i < starts_.size() && !stop; i += kBlocks)
            choose(2, starts_[i], [&](const Partial& three_suits) {
                choose(3, three_suits, [&](const Partial& all) {
                    if (!stop) visit(all.cards, all.sum, copies(all.ranks));
                });
            });
    }

    // Whether there is anything to visit in this block.
    bool has(int block) const { return static_cast<std::size_t>(block) < starts_.size(); }

    // The number of boards that for_each visits over all blocks, and the number that they represent.
    struct Count {
        std::int64_t distinct = 0;
        std::int64_t all = 0;
    };
    Count count() const;

private:
    using RankMask = std::uint16_t;
    struct Partial {
        CardMask cards = 0;
        CardSum sum;
        int left = 0;
        std::array<RankMask, kSuits> ranks{};
    };

    // Tries every set of ranks for one suit. Symmetric suits take their sets in descending order.
    template <class Next>
    void choose(int suit, const Partial& before, const Next& next) const {
        const int like = previous_like_[suit];
        const int least = suit == kSuits - 1 ? before.left : 0;
        for (int count = least; count <= before.left; ++count) {
            for (const RankMask ranks : choices_[suit][count]) {
                if (like >= 0 && ranks > before.ranks[like]) continue;
                Partial after = before;
                after.left -= count;
                after.ranks[suit] = ranks;
                for (unsigned rest = ranks; rest; rest &= rest - 1) {
                    const int card = 4 * std::countr_zero(rest) + suit;
                    after.cards |= bit_of(card);
                    after.sum += kEvaluator.card(static_cast<Card>(card));
                }
                next(after);
            }
        }
    }
    double copies(const std::array<RankMask, kSuits>& ranks) const;

    std::array<int, kSuits> previous_like_;  // the nearest suit before this one that is symmetric to it, or -1
    std::array<std::array<std::vector<RankMask>, kBoardCards + 1>, kSuits> choices_;  // by suit and number of cards
    std::vector<Partial> starts_;  // every choice for the first two suits
};

}  // namespace railbird
