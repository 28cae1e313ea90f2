#include "search/simulation.hpp"

#include "bindings/weights.hpp"

namespace railbird::bindings {

namespace {

using Triples = Snapshot<double, -1, PolicyTables::kContexts, -1, 3>;
using Masks = Snapshot<std::uint64_t, -1>;

constexpr int kMostBins = 1000;

PolicyTables checked_policies(Triples& triples, int players) {
    const auto bins = static_cast<int>(triples.shape(2));
    if (static_cast<int>(triples.shape(0)) != players) throw nb::value_error("there must be a policy for each player");
    if (bins < 1 || bins > kMostBins) throw nb::value_error("a policy must have 1 to 1000 strength bins");
    std::vector<double> copy = triples.take();
    for (std::size_t i = 0; i < copy.size(); i += 3) {
        const double fold = copy[i], call = copy[i + 1], raise = copy[i + 2];
        if (!(fold >= 0 && call >= 0 && raise >= 0 && std::abs(fold + call + raise - 1) < 1e-6))
            throw nb::value_error("a triple must have three non-negative numbers that sum to 1");
    }
    return {std::move(copy), players, bins};
}

std::vector<Card> checked_board(const GameDefinition& game, const HandState& state, const nb::bytes& board,
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

}  // namespace

void bind_simulation(nb::module_& module) {
    nb::class_<Job<Simulation>> type(module, "Simulation");
    type.def(
        "__init__",
        [](Job<Simulation>* self, const Hand& decision, CardMask hand, const nb::bytes& board, Tables weights,
           Table strengths, Triples policies, const std::vector<Chips>& raises, double bet) {
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
                if (!some && static_cast<int>(player) != state.actor())
                    throw nb::value_error("a player has no hand left");
            }
            std::vector<double> now = strengths.take();
            for (const double each : now)
                if (!(each >= 0 && each <= 1)) throw nb::value_error("a strength must be between 0 and 1");
            if (!(bet >= 0 && bet <= 1000)) throw nb::value_error("a bet must be 0 to 1000 pots");
            const Legal legal = state.legal(game);
            std::vector<SimulatedAction> actions{{ActionKind::call, 0}};
            for (const Chips amount : raises) {
                if (!legal.raise() || amount < legal.least_raise || amount > legal.most_raise)
                    throw nb::value_error("each raise must be legal");
                actions.push_back({ActionKind::raise, amount});
            }
            if (actions.size() > Simulation::kMostActions) throw nb::value_error("there are at most 7 raises");
            construct(self, game, state, hand, std::move(cards), live, std::move(now),
                      checked_policies(policies, game.players), std::move(actions), bet);
        },
        nb::arg("decision"), nb::arg("hand"), nb::arg("board"), nb::arg("weights"), nb::arg("strengths"),
        nb::arg("policies"), nb::arg("raises"), nb::arg("bet"));
    type.attr("batch") = Simulation::kBatch;
    type.attr("contexts") =
        nb::make_tuple(kMostRounds, PolicyTables::kRaises, PolicyTables::kBets, PolicyTables::kOpponents);
    type.def(
        "run",
        [](Job<Simulation>& self, std::uint64_t seed, std::int64_t first, std::int64_t last, int threads) {
            if (first < 0 || last < first || first % Simulation::kBatch || last > (std::int64_t{1} << 24))
                throw nb::value_error("trials must start at a batch, with at most 2^24");
            check_threads(threads);
            self.run(threads, [&](Simulation& trials, int count, const StopFlag& stop) {
                trials.run(seed, first, last, count, stop);
            });
        },
        nb::arg("seed"), nb::arg("first"), nb::arg("last"), nb::arg("threads"));
    type.def("tally", [](const Job<Simulation>& self) {
        const Simulation::Tally& tally = self.idle().tally();
        return nb::make_tuple(tally.trials, tally.thrown_away, tally.sums, tally.products);
    });
    module.def(
        "sampled_strengths",
        [](CardMask board, const Masks& hands, std::uint64_t seed) {
            check_cards(board, 0);
            if (std::popcount(board) < 3) throw nb::value_error("a board has three to five cards");
            std::vector<double> result;
            SampledStrength strength;
            for (std::size_t i = 0; i < hands.shape(0); ++i) {
                const CardMask hand = hands.data()[i];
                if (std::popcount(hand) != 2 || hand & ~kFullDeck || hand & board)
                    throw nb::value_error("a hand must have two cards that are not on the board");
                RandomStream random(seed, i);
                strength.sample(random, board);
                result.push_back(strength.of(hand));
            }
            return copy_to_numpy(result);
        },
        nb::arg("board"), nb::arg("hands"), nb::arg("seed"));
}

}  // namespace railbird::bindings
