// Equity by random deals.
//
// Hands are drawn from their ranges independently and rejected as a whole if two of them share a card, which gives the
// exact joint distribution. Players whose ranges have few combinations of hands are drawn together, from a list of the
// combinations that share no card, so nothing is rejected among them. A player with any two cards is dealt from the
// deck, which is the same distribution without rejection.
//
// If ranges share so many cards that rejection would take longer, players are dealt one after another instead: each
// draws from the part of their range that the earlier hands leave, and the deal has the product of these remainders as
// its weight (sequential importance sampling). Weighted means over such deals have the same limit.
#pragma once

#include <vector>

#include "base/alias_table.hpp"
#include "base/parallel.hpp"
#include "cards/deck.hpp"
#include "strength/winners.hpp"

namespace railbird {

class MonteCarlo {
public:
    // Deals are numbered; each batch has its own random stream.
    static constexpr std::int64_t kBatch = 1 << 16;

    // `weights` are `players` tables of 1326, each with at least one hand. Hands that contain a board card or a dead
    // card must have weight 0.
    MonteCarlo(const double* weights, int players, CardMask board, CardMask dead);

    // Adds deals first..last-1 to the tallies; `first` is a multiple of kBatch.
    void run(std::uint64_t seed, std::int64_t first, std::int64_t last, int threads, const StopFlag& stop);

    // Whether deals have weights other than 1.
    bool weighted() const { return weighted_; }

    // Sums of the deals' weights, and of their squares, by set of winners.
    struct Tally {
        std::vector<double> weights;
        std::vector<double> squares;
    };
    const Tally& tally() const { return tally_; }

private:
    struct Hand {
        CardSum sum;
        CardMask mask;
        std::uint64_t parts;  // its weight; the largest of the range is kParts
    };
    struct Drawn {
        int player;
        std::vector<Hand> hands;
        std::uint64_t parts = 0;  // of all hands
    };
    // Players who are drawn together: all combinations of their hands without a common card, or one of a known hand.
    struct Group {
        std::vector<int> players;
        std::vector<CardMask> masks;       // by combination
        std::vector<CardSum> sums;         // by combination, then by player
        std::vector<std::uint64_t> parts;  // the weight of a combination; the largest is kParts
        AliasTable table;                  // empty if all combinations have the same weight
    };
    using Hands = std::array<CardSum, kMaxPlayers>;

    static std::uint64_t open_parts(const Hand& hand, CardMask used);

    // Weights become integers, which add up exactly in any order.
    static constexpr double kParts = 0x1p32;
    static constexpr std::size_t kMostCombinations = 4096;
    void make_groups();
    // The combinations of the group with one more player; none if there are too many.
    std::vector<Group> joined(const Group& group, const Drawn& drawn) const;
    void make_decks();
    static std::size_t draw(const Group& group, RandomStream& random, Hands& hands);
    std::size_t draw_groups(RandomStream& random, Hands& hands, CardMask& used) const;
    double draw_in_turn(RandomStream& random, Hands& hands, CardMask& used) const;
    // How ranges are dealt: there are none, all are drawn together, or in several steps.
    enum class Ranges { none, together, several };
    Tally deal_batch(std::uint64_t seed, std::int64_t batch, std::int64_t deals, const StopFlag& stop) const;
    template <Ranges kRanges>
    Tally deal_batch_with(std::uint64_t seed, std::int64_t batch, std::int64_t deals, const StopFlag& stop) const;
    bool dealing_in_turn_is_cheaper() const;

    int players_;
    int board_to_come_;
    CardSum board_sum_;
    CardMask fixed_mask_ = 0;  // cards of players who have only one hand
    std::vector<std::pair<int, CardSum>> fixed_;
    std::vector<Drawn> drawn_;     // players with a range, those with the fewest hands first
    std::vector<Group> groups_;    // the same players, as they are drawn
    std::vector<int> dealt_;       // players with any two cards
    CardMask deck_;                // the cards that may be dealt
    std::vector<CardList> decks_;  // if all ranges are drawn together: the deck that each combination leaves
    bool weighted_ = false;
    Tally tally_;
};

}  // namespace railbird
