#include "search/simulation.hpp"

#include <algorithm>
#include <cmath>

#include "cards/deck.hpp"

namespace railbird {

namespace {

constexpr int kMostDeals = 1000;         // attempts to deal before a trial is discarded
constexpr double kWeightParts = 0x1p32;  // of the largest weight
constexpr int kMostSteps = 400;          // actions after which nobody raises any more: some games have no cap

// A random number in [0, 1).
double uniform(RandomStream& random) { return static_cast<double>(random.next() >> 11) * 0x1p-53; }

// The number of bets to call, at most two: in no-limit games the bets of the round, where the blind is one.
int bets_to_call(const GameDefinition& game, const HandState& state, const Legal& legal) {
    if (legal.call == 0) return 0;
    const Chips bet = game.bets[state.round()];
    const Chips bets = game.betting == Betting::limit ? (legal.call + bet - 1) / bet : state.raises() + !state.round();
    return static_cast<int>(std::clamp<Chips>(bets, 1, 2));
}

}  // namespace

struct Simulation::Deal {
    std::array<std::uint16_t, kMostPlayers> hands{};
    std::array<Card, kBoardCards> board{};
    std::array<HandRank, kMostPlayers> ranks{};
    PlayerMask ranked = 0;
    // Strength bins by player and round; -1 if not computed yet.
    std::array<std::array<std::int16_t, kMostRounds>, kMostPlayers> bins;
    // A sample for each round to come, drawn on first use, each with its own stream.
    std::array<SampledStrength, kMostRounds> samples;
    std::array<bool, kMostRounds> sampled{};
    std::uint64_t seed = 0;
    std::uint64_t trial = 0;
};

Simulation::Simulation(const GameDefinition& game, const HandState& state, CardMask hand, std::vector<Card> board,
                       const std::vector<double>& weights, std::vector<double> strengths, PolicyTables policies,
                       std::vector<SimulatedAction> actions, double bet)
    : game_(game),
      state_(state),
      player_(state.actor()),
      hand_(0),
      board_(std::move(board)),
      known_(hand),
      drawn_(static_cast<std::size_t>(game.players)),
      strengths_(std::move(strengths)),
      policies_(std::move(policies)),
      actions_(std::move(actions)),
      bet_(bet) {
    for (const Card card : board_) known_ |= bit_of(card);
    hand_ = hand_index(std::countr_zero(hand), 63 - std::countl_zero(hand));
    for (int player = 0; player < game_.players; ++player) {
        if (player == player_) continue;
        const double* table = weights.data() + static_cast<std::size_t>(player) * kHands;
        const double largest = *std::max_element(table, table + kHands);
        std::vector<std::uint64_t> parts;
        for (int i = 0; i < kHands; ++i) {
            if (!(table[i] > 0) || kHoleCards[i].mask() & known_) continue;
            drawn_[player].hands.push_back(static_cast<std::uint16_t>(i));
            parts.push_back(std::max<std::uint64_t>(static_cast<std::uint64_t>(table[i] / largest * kWeightParts), 1));
        }
        drawn_[player].table = AliasTable(parts);
    }
}

// Hands are drawn independently and rejected as a whole if two of them share a card, which gives the joint
// distribution.
bool Simulation::deal(RandomStream& random, Deal& deal) const {
    CardMask used = 0;
    int tries = 0;
    for (bool fits = false; !fits;) {
        if (tries++ == kMostDeals) return false;
        used = known_;
        fits = true;
        for (int player = 0; player < game_.players && fits; ++player) {
            if (player == player_) continue;
            Draws draws(random.next());
            deal.hands[player] = drawn_[player].hands[drawn_[player].table.draw(draws)];
            const CardMask mask = kHoleCards[deal.hands[player]].mask();
            fits = !(mask & used);
            used |= mask;
        }
    }
    deal.hands[player_] = static_cast<std::uint16_t>(hand_);
    std::copy(board_.begin(), board_.end(), deal.board.begin());
    draw_cards(random, used, deal.board.data() + board_.size(), deal.board.data() + kBoardCards);
    deal.ranked = 0;
    deal.sampled.fill(false);
    for (auto& bins : deal.bins) bins.fill(-1);
    return true;
}

double Simulation::strength(Deal& deal, int player, int round) const {
    if (round == state_.round()) return strengths_[deal.hands[player]];
    if (!deal.sampled[round]) {
        CardMask board = 0;
        int cards = 0;
        for (int i = 0; i <= round; ++i) cards += game_.board_cards[i];
        for (int i = 0; i < cards; ++i) board |= bit_of(deal.board[i]);
        RandomStream random = RandomStream::named(
            deal.seed,
            {deal.trial, static_cast<std::uint64_t>(Purpose::simulation), static_cast<std::uint64_t>(round)});
        deal.samples[round].sample(random, board);
        deal.sampled[round] = true;
    }
    return deal.samples[round].of(kHoleCards[deal.hands[player]].mask());
}

Chips Simulation::raise_size(const HandState& state, const Legal& legal) const {
    if (game_.betting == Betting::limit) return legal.least_raise;
    const Chips called = state.bet(state.actor()) + legal.call;
    const double pot = static_cast<double>(state.pot(game_) + legal.call);
    const Chips wanted = called + static_cast<Chips>(std::llround(std::min(bet_ * pot, 0x1p41)));
    return std::clamp(wanted, legal.least_raise, legal.most_raise);
}

// What the deciding player wins from here on, in chips.
double Simulation::play(RandomStream random, Deal& deal, const SimulatedAction& action) const {
    HandState state = state_;
    state.act(game_, action.kind, action.amount);
    for (int steps = 0; !state.over(); ++steps) {
        const int player = state.actor(), round = state.round();
        const Legal legal = state.legal(game_);
        const int bets = bets_to_call(game_, state, legal);
        auto& bin = deal.bins[player][round];
        if (bin < 0) bin = static_cast<std::int16_t>(policies_.bin(strength(deal, player, round)));
        const int context = PolicyTables::context(round, state.raises(), bets, state.players_in(game_) - 1);
        const double* triple = policies_.triple(player, context, bin);
        double fold = triple[0];
        const double raises = legal.raise() && steps < kMostSteps ? triple[2] : 0;
        if (!legal.fold || legal.call == 0) fold = 0;
        const double number = uniform(random);
        if (number < fold) {
            state.fold(game_);
            if (player == player_) break;
        } else if (number >= 1 - raises) {
            state.raise_to(game_, raise_size(state, legal));
        } else {
            state.call(game_);
        }
    }
    const double before = static_cast<double>(state_.paid(player_));
    if (state.folded(player_)) return before - static_cast<double>(state.paid(player_));
    if (state.players_in(game_) > 1) {
        CardSum board = Evaluator::empty();
        for (const Card card : deal.board) board += kEvaluator.card(card);
        for (int player = 0; player < game_.players; ++player) {
            if (state.folded(player) || deal.ranked & mask_of(player)) continue;
            const HoleCards& cards = kHoleCards[deal.hands[player]];
            deal.ranks[player] = kEvaluator.rank(board + kEvaluator.card(cards.low) + kEvaluator.card(cards.high), 7);
            deal.ranked = static_cast<PlayerMask>(deal.ranked | mask_of(player));
        }
    }
    return static_cast<double>(payoffs(game_, state, deal.ranks)[player_]) / static_cast<double>(kParts) + before;
}

Simulation::Tally Simulation::run_batch(std::uint64_t seed, std::int64_t batch, std::int64_t trials,
                                        const StopFlag& stop) const {
    Tally tally;
    Deal deal;
    deal.seed = seed;
    const std::size_t count = actions_.size();
    for (std::int64_t i = 0; i < trials && !stop; ++i) {
        deal.trial = static_cast<std::uint64_t>(batch * kBatch + i);
        RandomStream random = RandomStream::named(seed, {deal.trial, static_cast<std::uint64_t>(Purpose::simulation)});
        if (!this->deal(random, deal)) {
            ++tally.thrown_away;
            continue;
        }
        std::array<double, kMostActions> won{};
        for (std::size_t a = 0; a < count; ++a) won[a] = play(random, deal, actions_[a]);
        ++tally.trials;
        for (std::size_t a = 0; a < count; ++a) {
            tally.sums[a] += won[a];
            for (std::size_t b = 0; b <= a; ++b) tally.products[a][b] += won[a] * won[b];
        }
    }
    return tally;
}

void Simulation::run(std::uint64_t seed, std::int64_t first, std::int64_t last, int threads, const StopFlag& stop) {
    const auto batches = tally_batches<Tally>(kBatch, first, last, threads, stop, [&](int batch, std::int64_t trials) {
        return run_batch(seed, batch, trials, stop);
    });
    if (stop) return;
    for (const Tally& batch : batches) {
        tally_.trials += batch.trials;
        tally_.thrown_away += batch.thrown_away;
        for (int a = 0; a < kMostActions; ++a) {
            tally_.sums[a] += batch.sums[a];
            for (int b = 0; b < kMostActions; ++b) tally_.products[a][b] += batch.products[a][b];
        }
    }
}

}  // namespace railbird
