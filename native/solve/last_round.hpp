// A best response in the last betting round on one board, for many betting sequences that lead to it at once.
//
// The sequences have the same betting from here on, with stakes of their own. Vectors are matrices [hands, sequences].
// What is done with a hand is done for sixteen sequences at a time, so that its cards and its place in the order are
// read once for all of them. The method is that of Johanson, Waugh, Bowling and Zinkevich (2011).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/betting.hpp"
#include "solve/full_board.hpp"

namespace railbird {

// The betting of both players in the last round, the same for all sequences, as steps in the order in which they are
// taken. Reaches and values are in numbered places.
struct RoundSteps {
    enum class Kind : std::uint8_t { split, fold, showdown, join };
    // What is done with a value that is there already: nothing yet, the sum (the other decides), or the larger one. For
    // a split, what is done with the value of its action.
    enum class Mode : std::uint8_t { set, add, best };
    struct Step {
        Kind kind;
        Mode mode;
        std::int16_t decision;       // split: the decision of the other player, in the order in which they come
        std::int16_t action;         // split: which action
        std::int16_t actions;        // split: how many there are
        std::int16_t reach, values;  // the places; a split writes to the next reach, a join reads the next values
        std::int32_t stake;          // fold, showdown: the end, in the order in which they come
        std::int32_t after = 0;      // split: the step that follows those of the action
    };
    std::vector<Step> steps;
    std::vector<std::int16_t> actions;  // of each decision of the other player
    int reaches = 1, values = 1;        // places
    int ends = 0;
};

template <class Real>
class LastRound {
public:
    // `roots` are nodes of the last round, below which the betting is the same. Throws std::invalid_argument.
    LastRound(const std::vector<BettingNode>& nodes, const std::vector<std::int32_t>& children,
              const std::vector<double>& stakes, int player, const std::vector<std::int32_t>& roots);

    int sequences() const { return sequences_; }
    int rows() const { return rows_; }
    const std::vector<std::int16_t>& actions() const { return steps_.actions; }
    // The most actions of a decision of the other player.
    int most_actions() const;
    // The decisions of the other player [decisions, sequences], as nodes of the tree.
    const std::vector<std::int32_t>& decisions() const { return decisions_; }

    // Takes the other's policy: [decisions, sequences, rows, most_actions] probabilities.
    void learn(const double* policy, int rows);

    // Adds the values for the other's reach [holdings, sequences] to `values` of the same shape. The buckets of the
    // board's only round are rows of the policy. A board stands for all boards that an exchange of suits makes of it:
    // `images` [exchanges, holdings] has where each exchange takes each holding, and so where its value is added.
    void respond(const FullBoard& board, std::span<const std::int32_t> images, int holdings, const double* reach,
                 double* values);

private:
    void compile(std::int32_t first, const std::vector<BettingNode>& nodes, const std::vector<std::int32_t>& children,
                 int player);

    int sequences_, blocks_, rows_ = 0;
    RoundSteps steps_;
    std::vector<std::int32_t> decisions_;
    std::vector<Real>
        stakes_;  // [blocks, ends, sequences of a block]; what the player gets at a fold, or wins at a showdown
    std::vector<Real> policy_;               // [blocks, decisions, rows, actions, sequences of a block]
    std::vector<std::size_t> policy_start_;  // of each decision, in a block
    std::vector<std::uint8_t> played_;       // [blocks, decisions, most_actions]: whether an action is ever taken
    std::vector<Real> memory_;
};

}  // namespace railbird
