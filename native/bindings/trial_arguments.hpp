// Checked arguments of searches that deal hidden hands from weights.
#pragma once

#include "bindings/weights.hpp"
#include "search/simulation.hpp"

namespace railbird::bindings {

using Triples = Snapshot<double, -1, PolicyTables::kContexts, -1, 3>;

inline constexpr int kMostStrengthBins = 1000;

inline PolicyTables checked_policies(Triples& triples, int players) {
    const auto bins = static_cast<int>(triples.shape(2));
    if (static_cast<int>(triples.shape(0)) != players) throw nb::value_error("there must be a policy for each player");
    if (bins < 1 || bins > kMostStrengthBins) throw nb::value_error("a policy must have 1 to 1000 strength bins");
    std::vector<double> copy = triples.take();
    for (std::size_t i = 0; i < copy.size(); i += 3) {
        const double fold = copy[i], call = copy[i + 1], raise = copy[i + 2];
        if (!(fold >= 0 && call >= 0 && raise >= 0 && std::abs(fold + call + raise - 1) < 1e-6))
            throw nb::value_error("a triple must have three non-negative numbers that sum to 1");
    }
    return {std::move(copy), players, bins};
}

inline std::vector<Card> checked_board(const GameDefinition& game, const HandState& state, const nb::bytes& board,
                                       CardMask hand) {
    std::size_t cards = 0;
    for (int round = 0; round <= state.round(); ++round) cards += static_cast<std::size_t>(game.board_cards[round]);
    if (board.size() != cards) throw nb::value_error("the board must have the number of cards of this round");
    const auto* bytes = static_cast<const Card*>(board.data());
    CardMask used = hand;
    for (std::size_t i = 0; i < cards; ++i) {
        if (bytes[i] >= kCards || used & bit_of(bytes[i]))
            throw nb::value_error("board cards must be different numbers from 0 to 51");
        used |= bit_of(bytes[i]);
    }
    return {bytes, bytes + cards};
}

// The deals of a decision's trials.
inline TrialDeals checked_deals(const Hand& decision, CardMask hand, const nb::bytes& board, Tables& weights,
                                Table& strengths, Triples& policies, double high_price = 0) {
    if (!(high_price >= 0 && high_price <= 1)) throw nb::value_error("a high price is a share of the pot from 0 to 1");
    const GameDefinition& game = decision.game();
    const HandState& state = decision.state();
    if (game.hole_cards != 2 || game.ranks != kRanks || game.suits != kSuits || game.rounds != kMostRounds ||
        game.board_cards != std::array{0, 3, 1, 1})
        throw nb::value_error("simulations need a game of hold'em");
    if (state.over()) throw nb::value_error("the hand is over");
    if (std::popcount(hand) != 2 || hand & ~kFullDeck) throw nb::value_error("a hand has two cards");
    std::vector<Card> cards = checked_board(game, state, board, hand);
    CardMask known = hand;
    for (const Card card : cards) known |= bit_of(card);
    const auto players = static_cast<std::size_t>(game.players);
    if (weights.shape(0) != players) throw nb::value_error("there must be weights for each player");
    const std::vector<double> live = live_weights(weights.take(), known);
    for (std::size_t player = 0; player < players; ++player) {
        const auto begin = live.begin() + static_cast<std::ptrdiff_t>(player * kHands);
        const bool some = std::any_of(begin, begin + kHands, [](double weight) { return weight > 0; });
        if (!some && static_cast<int>(player) != state.actor()) throw nb::value_error("a player has no hand left");
    }
    std::vector<double> now = strengths.take();
    for (const double each : now)
        if (!(each >= 0 && each <= 1)) throw nb::value_error("a strength must be between 0 and 1");
    return {game,      state, hand, std::move(cards), live, std::move(now), checked_policies(policies, game.players),
            high_price};
}

inline void check_raises(const Hand& decision, const std::vector<Chips>& raises) {
    const Legal legal = decision.state().legal(decision.game());
    for (const Chips amount : raises)
        if (!legal.raise() || amount < legal.least_raise || amount > legal.most_raise)
            throw nb::value_error("each raise must be legal");
}

// The raises of a decision's trials.
inline const std::vector<Chips>& checked_raises(const Hand& decision, const std::vector<Chips>& raises) {
    check_raises(decision, raises);
    if (raises.size() >= Simulation::kMostActions) throw nb::value_error("there are at most 7 raises");
    return raises;
}

}  // namespace railbird::bindings
