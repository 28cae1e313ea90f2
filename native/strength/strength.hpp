// The standing of each hand against a weighted range (ahead, tied or behind), now and after one or two more board
// cards.
//
// For a board, the hands are sorted by value and swept upwards, as in range_sweep.hpp. For the tables T(now, later),
// the sweep is by current value, and a tree of partial sums over later values gives the weight of the range that is
// below in both; opposing hands that share a card with the current hand are subtracted one by one.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "strength/boards.hpp"

namespace railbird {

class Strength {
public:
    enum class Detail { later, tables };

    // `asked` and `weights` are 1326 numbers each: the hands to compute (not 0), and the range that they face. The
    // board has three to five cards, and at most five with those to come.
    Strength(const double* asked, const double* weights, CardMask board, int cards_to_come, Detail detail);

    void run(int first_block, int last_block, int threads, const StopFlag& stop);

    // The weight of the opposing hands that a hand beats, ties and loses to: it is ahead, tied, behind.
    using Standing = std::array<double, 3>;
    // By standing now, then by standing later.
    using Table = std::array<double, 9>;

    // Sums over all possible boards.
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
        HandRank value;  // on the current board
    };
    // The part of a table that does not follow from sums over rows and columns: opposing hands that are not ahead now
    // and not ahead later.
    struct Tally {
        Standing later{};
        double lower_lower = 0, lower_tied = 0, tied_lower = 0, tied_tied = 0;
        Standing now{};  // of hands without the new cards

        void add(const Tally& other);
        Table table(unsigned rows) const;
    };
    // A hand that is compared with all others one by one.
    struct Few {
        int slot;
        std::array<int, 4>
            starts;  // in hands_: where those that it is ahead of, tied with and behind now begin, and the end
        std::vector<double> weights;  // of hands_, 0 for those that share a card with it
    };
    // The results of one block of boards.
    struct Block {
        std::vector<Table> few;    // by index in few_
        std::vector<Tally> swept;  // by slot in hands_
    };
    // The weight of the range that a hand is ahead of, tied with and behind now, and the number of hands in it.
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
    Few few_of(int slot) const;
    void list_hands();
    // Gives each hand the mean of its images, because a board represented all its images under exchanges of suits.
    template <class Sums>
    std::vector<Sums> averaged(const std::vector<std::pair<int, Sums>>& result) const {
        std::vector<Sums> summed(kHands), results(kHands);
        for (const auto& [hand, sums] : result) summed[static_cast<std::size_t>(hand)] = sums;
        for (const auto& [hand, sums] : result) {
            const std::vector<int> images = images_of_hand(hand, symmetry_);
            Sums& result = results[static_cast<std::size_t>(hand)];
            for (const int image : images)
                for (std::size_t i = 0; i < result.size(); ++i) result[i] += summed[static_cast<std::size_t>(image)][i];
            for (double& sum : result) sum /= static_cast<double>(images.size());
        }
        return results;
    }
    Table few_table(std::size_t number) const;
    Tally swept_tally(std::size_t slot) const;

    std::vector<Hand> hands_;  // by value on the current board
    std::vector<Few> few_;
    std::vector<std::uint16_t> swept_;  // slots of the other hands to compute
    // For hands that are compared one by one: the slots of the hands with a card, with two cards of a suit, and with
    // one.
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
