#include "search/trial_deals.hpp"

#include <algorithm>

#include "cards/deck.hpp"

namespace railbird {

namespace {

constexpr int kMostDeals = 1000;         // attempts to deal before a trial is discarded
constexpr double kWeightParts = 0x1p32;  // of the largest weight

}  // namespace

TrialDeals::TrialDeals(const GameDefinition& game, const HandState& state, CardMask hand, std::vector<Card> board,
                       const std::vector<double>& weights, std::vector<double> strengths, PolicyTables policies,
                       double high_price)
    : game_(game),
      state_(state),
      player_(state.actor()),
      hand_(0),
      board_(std::move(board)),
      known_(hand),
      drawn_(static_cast<std::size_t>(game.players)),
      strengths_(std::move(strengths)),
      policies_(std::move(policies)),
      high_price_(game.betting == Betting::limit ? 0 : high_price) {
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
std::optional<RandomStream> TrialDeals::deal(std::uint64_t seed, std::uint64_t trial, Deal& deal) const {
    RandomStream random = RandomStream::named(seed, {trial, static_cast<std::uint64_t>(Purpose::simulation)});
    deal.seed = seed;
    deal.trial = trial;
    CardMask used = 0;
    int tries = 0;
    for (bool fits = false; !fits;) {
        if (tries++ == kMostDeals) return std::nullopt;
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
    for (auto& strengths : deal.strengths) strengths.fill(-1);
    return random;
}

double TrialDeals::strength(Deal& deal, int player, int round) const {
    if (round == state_.round()) return strengths_[deal.hands[player]];
    double& known = deal.strengths[player][round];
    if (known >= 0) return known;
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
    return known = deal.samples[round].of(kHoleCards[deal.hands[player]].mask());
}

// The number of bets to call, at most two: in no-limit games the bets of the round, where the blind is one.
int TrialDeals::bets_to_call(const HandState& state, const Legal& legal) const {
    if (legal.call == 0) return 0;
    if (high_price_ > 0) {
        const double pot = static_cast<double>(state.pot(game_));
        const bool raised = state.round() > 0 || state.raises() > 0;  // the big blind alone is never a high price
        return raised && static_cast<double>(legal.call) > high_price_ * pot ? 2 : 1;
    }
    const Chips bet = game_.bets[state.round()];
    const Chips bets = game_.betting == Betting::limit ? (legal.call + bet - 1) / bet : state.raises() + !state.round();
    return static_cast<int>(std::clamp<Chips>(bets, 1, 2));
}

std::array<double, kActionKinds> TrialDeals::choices(const HandState& state, const Legal& legal, Deal& deal) const {
    const int player = state.actor(), round = state.round();
    const int bin = policies_.bin(strength(deal, player, round));
    const int bets = bets_to_call(state, legal);
    const int context = PolicyTables::context(round, state.raises(), bets, state.players_in(game_) - 1);
    const double* triple = policies_.triple(player, context, bin);
    const double fold = legal.fold && legal.call > 0 ? triple[0] : 0;
    const double raise = legal.raise() ? triple[2] : 0;
    return {fold, std::max(1 - fold - raise, 0.0), raise};
}

double TrialDeals::won(const HandState& state, Deal& deal) const {
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

}  // namespace railbird
