// How each hand stands against a weighted range, ahead, tied or behind: now, and when one or two more board cards have
// come.
//
// For a board, the hands are sorted by value and swept upwards, as in sweep.hpp. For the tables of "now and later", the
// hands go by their value now, and a tree of partial sums over their values later says how much of the range lies below
// in both; hands that share a card with the hand at hand are taken out one by one.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "strength/boards.hpp"

namespace railbird {

class Strength {
public:
    enum class Detail { later, tables };

    // `asked` and `weights` are 1326 numbers each: which hands are asked for (not 0), and the range that they meet. The
    // board has three to five cards, with those to come at most five.
    Strength(const double* asked, const double* weights, CardMask board, int cards_to_come, Detail detail);

    void run(int first_block, int last_block, int threads, const StopFlag& stop);

    // Weight of the opposing hands that a hand beats, ties and loses to: the hand is ahead, tied, behind.
    using Standing = std::array<double, 3>;
    // By standing now, then by standing later.
    using Table = std::array<double, 9>;

    // Sums over all boards that may come.
    std::vector<Standing> later() const;
    std::vector<Table> tables() const;

private:
    struct Hand {
        CardMask mask;
        Card low, high;
        std::uint8_t rank_pair;
        std::uint8_t rows;  // bit k: there are opposing hands with standing k now
        std::uint16_t index;
        bool asked;
        double weight;
        HandRank value;  // on the board as it is
    };
    // The part of a table that cannot be had from sums over rows and columns: opposing hands that are not ahead now and
    // not ahead later.
    struct Tally {
        Standing later{};
        double lower_lower = 0, lower_tied = 0, tied_lower = 0, tied_tied = 0;
        Standing now{};  // of hands that do not touch the new cards

        void add(const Tally& other);
        Table table(unsigned rows) const;
    };
    // A hand that is compared with all others one by one.
    struct Few {
        int place;
        std::array<int, 4> starts;    // in hands_: of those that it is ahead of, tied with and behind now, and the end
        std::vector<double> weights;  // of hands_, 0 for those that share a card with it
    };
    // What was found in one block of boards.
    struct Block {
        std::vector<Table> few;    // by place in few_
        std::vector<Tally> swept;  // by place in hands_
    };
    // How much of the range a hand is ahead of, tied with and behind now, and of how many hands that is made.
    struct Now {
        Standing weight;
        std::array<int, 3> hands;
    };
    struct Workspace;

    std::vector<Now> standings_now() const;
    bool is_best_one_by_one(const Now& now, double all) const;
    void look_one_by_one(const CardSum& board_sum, CardMask new_cards, double copies, Workspace& work,
                         Table* tables) const;
    void value_hands(const CardSum& board_sum, CardMask new_cards, Workspace& work) const;
    void sweep(const CardSum& board_sum, CardMask new_cards, double copies, Workspace& work, Tally* tallies) const;
    Few few_of(int place) const;
    void list_hands();
    // Gives each hand the mean of what its images have: a board stood for all boards that an exchange of suits makes of
    // it.
    template <class Sums>
    std::vector<Sums> averaged(const std::vector<std::pair<int, Sums>>& found) const {
        std::vector<Sums> summed(kHands), results(kHands);
        for (const auto& [hand, sums] : found) summed[static_cast<std::size_t>(hand)] = sums;
        for (const auto& [hand, sums] : found) {
            const std::vector<int> images = images_of_hand(hand, symmetry_);
            Sums& result = results[static_cast<std::size_t>(hand)];
            for (const int image : images)
                for (std::size_t i = 0; i < result.size(); ++i) result[i] += summed[static_cast<std::size_t>(image)][i];
            for (double& sum : result) sum /= static_cast<double>(images.size());
        }
        return results;
    }
    Table few_table(std::size_t number) const;
    Tally swept_tally(std::size_t place) const;

    std::vector<Hand> hands_;  // by value on the board as it is
    std::vector<Few> few_;
    std::vector<std::uint16_t> swept_;  // places of the other hands that are asked for
    // For hands that are compared one by one: where in hands_ the hands with a card are, those with two cards of a suit
    // and with one.
    std::array<std::vector<std::uint16_t>, kCards> with_card_;
    std::array<std::vector<std::uint16_t>, kSuits> with_two_of_suit_, with_one_of_suit_;
    int final_size_;
    bool changes_;  // cards are to come
    Detail detail_;
    SuitSymmetry symmetry_;
    Completions completions_;
    std::vector<Block> blocks_;
};

}  // namespace railbird
