// A game in sequence form (von Stengel 1996): information sets with their rows of actions, and the ends of the game by
// the last action of each player. Sequence 0 is that of a player who has not acted; others are 1 + a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace railbird {

class SequenceForm {
public:
    // Sets are sorted by player; the parent of a set is a sequence of the same player that comes earlier. Endings and
    // payoffs have one element for each ending and player; payoffs include the probability of chance.
    SequenceForm(int players, std::vector<std::int32_t> set_player, std::vector<std::int32_t> set_start,
                 std::vector<std::int32_t> parents, const std::vector<std::int32_t>& endings,
                 const std::vector<double>& payoffs);

    int players() const { return players_; }
    std::int32_t sets() const { return static_cast<std::int32_t>(parents_.size()); }
    std::int32_t rows() const { return set_start_.back(); }
    std::int32_t first_set(int player) const { return first_set_[static_cast<std::size_t>(player)]; }
    std::int32_t last_set(int player) const { return first_set_[static_cast<std::size_t>(player) + 1]; }
    std::int32_t first_row(std::int32_t set) const { return set_start_[static_cast<std::size_t>(set)]; }
    std::int32_t parent(std::int32_t set) const { return parents_[static_cast<std::size_t>(set)]; }
    int player_of(std::int32_t set) const { return set_player_[static_cast<std::size_t>(set)]; }

    // Writes the probability with which a player plays each of their sequences; `reach` has an element for each
    // sequence, and that of sequence 0 is 1.
    void reach(int player, const double* policy, double* reach) const;
    // Writes what a player gets where their sequence is the last one, given what the others play: a sum over the ends
    // of the game for each sequence of the player.
    void ending_values(int player, const double* reach, double* values) const;
    // The expected payoff of a player.
    double value(int player, const double* reach) const;
    // The payoff of a player's best response; writes it into their rows of `choice` (1 for the best action, 0 for the
    // others; the first of equally good ones), unless that is null. `values` is scratch space for all sequences.
    double best_response(int player, const double* reach, double* values, double* choice) const;

private:
    // The endings of one player, sorted by their sequence.
    struct Payoffs {
        std::vector<std::int32_t> start;   // of each sequence of the player, the one without action first
        std::vector<std::int32_t> others;  // the sequences of the other players, players - 1 for each ending
        std::vector<double> amounts;
    };

    int players_;
    std::vector<std::int32_t> set_player_, set_start_, parents_, first_set_;
    std::vector<Payoffs> payoffs_;
};

}  // namespace railbird
