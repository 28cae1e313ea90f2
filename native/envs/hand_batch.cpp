#include "envs/hand_batch.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "game/settlement.hpp"

namespace railbird {

HandBatch::HandBatch(const Encoding& encoding, std::vector<SeatPlayer> players, int home, Chips unit,
                     std::vector<std::uint64_t> seeds)
    : encoding_(encoding),
      start_(encoding.game, encoding.stacks),
      players_(std::move(players)),
      home_(home),
      unit_(unit),
      draws_(std::count(players_.begin(), players_.end(), SeatPlayer::random) > 0),
      cell_count_(static_cast<std::size_t>(encoding.cells())),
      action_count_(static_cast<std::size_t>(encoding.actions())),
      size_(static_cast<std::size_t>(encoding.size())) {
    // The first player to act is the caller in one of as many hands as there are players.
    if (start_.over()) throw std::invalid_argument("nobody has a decision in this game: the blinds take all chips");
    if (static_cast<int>(players_.size()) != encoding.game.players)
        throw std::invalid_argument("there is one player for each seat");
    if (std::count(players_.begin(), players_.end(), SeatPlayer::caller) == 0)
        throw std::invalid_argument("the caller plays at least one seat");
    if (home < -1 || home >= encoding.game.players)
        throw std::invalid_argument("there is no such seat to observe from");
    tables_.assign(seeds.size(), Table{.state = start_});
    cells_.assign(seeds.size() * cell_count_, 0.0f);
    totals_.assign(seeds.size() * action_count_, 0);
    for (std::size_t i = 0; i < seeds.size(); ++i) reseed(static_cast<int>(i), seeds[i]);
}

void HandBatch::reseed(int table, std::uint64_t seed) {
    Table& own = tables_[static_cast<std::size_t>(table)];
    own.seed = seed;
    own.next = 0;
    own.next_deal.clear();
    own.viewer = 0;
    std::fill_n(totals(table), action_count_, 0);  // nothing is legal before the first hand
}

void HandBatch::set_next_deal(int table, std::vector<Card> cards) {
    tables_[static_cast<std::size_t>(table)].next_deal = std::move(cards);
}

int HandBatch::refused(const std::vector<std::int32_t>& actions, bool illegal) const {
    for (std::size_t i = 0; i < tables_.size(); ++i) {
        const std::int32_t action = actions[i];
        if (action == kLeave || action == kDeal) continue;
        if (action < 0 || static_cast<std::size_t>(action) >= action_count_) return static_cast<int>(i);
        const Chips* legal = totals_.data() + i * action_count_;
        if (!legal[kCall] || (illegal && !legal[action])) return static_cast<int>(i);
    }
    return -1;
}

void HandBatch::act(const std::vector<std::int32_t>& actions, const Outputs& outputs) {
    const auto players = static_cast<std::size_t>(encoding_.game.players);
    for (int i = 0; i < count(); ++i) {
        const std::int32_t action = actions[static_cast<std::size_t>(i)];
        if (action == kLeave) continue;
        double* payoffs = outputs.payoffs + static_cast<std::size_t>(i) * players;
        std::fill_n(payoffs, players, 0.0);
        if (action == kDeal) {
            deal(i, payoffs);
        } else {
            take(i, action);
            play_on(i);
            if (over(i)) add_payoffs(at(i), payoffs);
        }
        write(i, outputs);
    }
}

int HandBatch::seat_of(const Table& table, int position) const {
    const int players = encoding_.game.players;
    return static_cast<int>((position + (table.next - 1)) % players);
}

int HandBatch::position_of(const Table& table, int seat) const {
    const int players = encoding_.game.players;
    return static_cast<int>((seat + players - (table.next - 1) % players) % players);
}

void HandBatch::deal(int index, double* payoffs) {
    for (;;) {
        start_hand(index);
        play_on(index);
        const Table& table = at(index);
        if (!table.state.over()) return;
        add_payoffs(table, payoffs);
    }
}

void HandBatch::start_hand(int index) {
    Table& table = tables_[static_cast<std::size_t>(index)];
    const auto hand = static_cast<std::uint64_t>(table.next++);
    if (table.next_deal.empty()) {
        deal_cards(encoding_.game, table.seed, hand, table.cards.data());
    } else {
        std::copy(table.next_deal.begin(), table.next_deal.end(), table.cards.begin());
        table.next_deal.clear();
    }
    if (draws_)
        table.random = RandomStream::named(table.seed, {hand, static_cast<std::uint64_t>(Purpose::environments)});
    table.state = start_;
    table.trace = BettingTrace{};
    std::fill_n(cells(index), cell_count_, 0.0f);
}

void HandBatch::take(int index, int action) {
    Table& table = tables_[static_cast<std::size_t>(index)];
    const GameDefinition& game = encoding_.game;
    const Chips total = totals(index)[action];
    const ActionKind kind = !total || action == kCall ? ActionKind::call
                            : action == kFold         ? ActionKind::fold
                                                      : ActionKind::raise;
    const Chips amount = kind == ActionKind::raise ? total : 0;
    table.trace.add(encoding_, table.state, kind, amount, cells(index));
    table.state.act(game, kind, amount);
    table.trace.follow(table.state);
}

void HandBatch::play_on(int index) {
    Table& table = tables_[static_cast<std::size_t>(index)];
    Chips* legal = totals(index);
    while (!table.state.over()) {
        const int seat = seat_of(table, table.state.actor());
        legal_totals(encoding_, table.state, table.trace, legal);
        switch (players_[static_cast<std::size_t>(seat)]) {
            case SeatPlayer::caller: table.viewer = seat; return;
            case SeatPlayer::calls: take(index, kCall); break;
            case SeatPlayer::random: {
                const auto choices =
                    action_count_ - static_cast<std::size_t>(std::count(legal, legal + action_count_, 0));
                auto skipped = table.random.below(choices);
                int action = 0;
                while (!legal[action] || skipped-- > 0) ++action;
                take(index, action);
            }
        }
    }
    std::fill_n(legal, action_count_, 0);
}

void HandBatch::add_payoffs(const Table& table, double* payoffs) const {
    const GameDefinition& game = encoding_.game;
    const Payoffs parts = railbird::payoffs(game, table.state, values_of(game, table.state, table.cards.data()));
    const auto whole = static_cast<double>(kParts * unit_);
    for (int player = 0; player < game.players; ++player)
        payoffs[seat_of(table, player)] += static_cast<double>(parts[static_cast<std::size_t>(player)]) / whole;
}

void HandBatch::write(int index, const Outputs& outputs) {
    const Table& table = at(index);
    const GameDefinition& game = encoding_.game;
    const auto row = static_cast<std::size_t>(index);
    const bool ended = table.state.over();
    outputs.seats[row] = ended ? -1 : table.viewer;
    const Chips* legal = totals(index);
    std::int8_t* mask = outputs.masks + row * action_count_;
    for (std::size_t i = 0; i < action_count_; ++i) mask[i] = legal[i] > 0;
    int board_cards = 0;
    for (int round = 0; round <= table.state.round(); ++round)
        board_cards += game.board_cards[static_cast<std::size_t>(round)];
    const int position = position_of(table, ended && home_ >= 0 ? home_ : table.viewer);
    write_observation(encoding_, table.state, cells(index), position, table.cards.data() + position * game.hole_cards,
                      table.cards.data() + game.players * game.hole_cards, board_cards,
                      outputs.observations + row * size_);
}

void random_actions(const std::int8_t* masks, std::size_t rows, int actions, RandomStream& random,
                    std::int32_t* chosen) {
    for (std::size_t row = 0; row < rows; ++row, masks += actions) {
        std::uint64_t choices = 0;
        for (int i = 0; i < actions; ++i) choices += masks[i] != 0;
        chosen[row] = kCall;
        if (choices == 0) continue;
        auto skipped = random.below(choices);
        for (int i = 0; i < actions; ++i) {
            if (!masks[i]) continue;
            if (skipped-- == 0) {
                chosen[row] = i;
                break;
            }
        }
    }
}

}  // namespace railbird
