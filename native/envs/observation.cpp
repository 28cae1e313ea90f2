#include "envs/observation.hpp"

#include <algorithm>
#include <cstring>

namespace railbird {

int Encoding::size() const {
    int boards = 0;
    for (int round = 0; round < game.rounds; ++round) boards += game.board_cards[static_cast<std::size_t>(round)] > 0;
    return kCards * (1 + boards) + game.rounds + game.players * (1 + kSeatNumbers) + 3 + cells();
}

void BettingTrace::add(const Encoding& encoding, const HandState& before, ActionKind kind, Chips amount, float* cells) {
    const auto at = static_cast<std::size_t>(before.round());
    float* first = cells + before.round() * encoding.history * kCellNumbers;
    if (counts[at] == encoding.history) {  // the oldest action makes room
        const int kept = (encoding.history - 1) * kCellNumbers;
        std::memmove(first, first + kCellNumbers, static_cast<std::size_t>(kept) * sizeof(float));
        std::fill_n(first + kept, kCellNumbers, 0.0f);
        --counts[at];
    }
    float* cell = first + counts[at]++ * kCellNumbers;
    const int actor = before.actor();
    acted |= mask_of(actor);
    switch (kind) {
        case ActionKind::fold: cell[0] = 1; break;
        case ActionKind::call: cell[1] = 1; break;
        case ActionKind::raise: {
            const Legal legal = before.legal(encoding.game);
            const Chips added = amount - before.bet(actor) - legal.call;
            const Chips pot = before.pot(encoding.game) + legal.call + added;
            cell[2] = static_cast<float>(static_cast<double>(added) / static_cast<double>(pot));
            aggressor = actor;
        }
    }
}

void BettingTrace::follow(const HandState& after) {
    if (after.round() == round) return;
    round = static_cast<std::int8_t>(after.round());
    last_aggressor = aggressor;
    aggressor = kNobody;
    acted = 0;
}

void legal_totals(const Encoding& encoding, const HandState& state, const BettingTrace& trace, Chips* totals) {
    const Legal legal = state.legal(encoding.game);
    totals[kFold] = legal.fold;
    totals[kCall] = 1;
    if (encoding.game.betting == Betting::limit)
        totals[kFirstRaise] = legal.least_raise;
    else
        menu_raises(encoding.menu, encoding.game, state, legal, trace.last_aggressor, trace.acted,
                    totals + kFirstRaise);
}

void write_observation(const Encoding& encoding, const HandState& state, const float* cells, int position,
                       const Card* hole_cards, const Card* board, int board_cards, float* numbers) {
    const GameDefinition& game = encoding.game;
    const double unit = 1 / encoding.scale;
    const auto amount = [&](Chips chips) {
        return static_cast<float>(std::min(1.0, static_cast<double>(chips) * unit));
    };
    float* at = numbers;
    std::fill_n(at, encoding.size() - encoding.cells(), 0.0f);
    for (int i = 0; i < game.hole_cards; ++i) at[hole_cards[i]] = 1;
    at += kCards;
    for (int round = 0, dealt = 0; round < game.rounds; ++round) {
        const int cards = game.board_cards[static_cast<std::size_t>(round)];
        if (!cards) continue;
        for (int i = 0; i < cards && dealt < board_cards; ++i) at[board[dealt++]] = 1;
        at += kCards;
    }
    at[state.round()] = 1;
    at += game.rounds;
    at[position] = 1;
    at += game.players;
    for (int i = 0; i < game.players; ++i, at += kSeatNumbers) {
        const int player = (position + i) % game.players;
        at[0] = amount(state.stack(player));
        at[1] = amount(state.bet(player));
        at[2] = amount(state.paid(player));
        at[3] = !state.folded(player);
        at[4] = !state.folded(player) && state.stack(player) == 0;
    }
    const Chips pot = state.pot(game);
    const Chips call = state.actor() == position ? state.legal(game).call : 0;
    at[0] = static_cast<float>(std::min(1.0, static_cast<double>(pot) * unit / game.players));
    at[1] = amount(call);
    at[2] = pot + call ? static_cast<float>(static_cast<double>(call) / static_cast<double>(pot + call)) : 0.0f;
    std::memcpy(at + 3, cells, static_cast<std::size_t>(encoding.cells()) * sizeof(float));
}

}  // namespace railbird
