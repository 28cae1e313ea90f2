#include "game/settlement.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace railbird {

namespace {

// Calls `give(pot, player, parts)` for each share of each pot, and returns the rake.
template <class Give>
Chips share_out(const GameDefinition& game, const Pots& pots, const HandValues& values, bool raked, const Give& give) {
    Chips rake = 0;
    for (int i = 0; i < pots.count; ++i) {
        const Pot& pot = pots.pot[i];
        HandRank best = 0;
        for (int player = 0; player < game.players; ++player)
            if (pot.players & mask_of(player)) best = std::max(best, values[player]);
        PlayerMask winners = 0;
        for (int player = 0; player < game.players; ++player)
            if ((pot.players & mask_of(player)) && values[player] == best) winners |= mask_of(player);
        Chips amount = pot.amount;
        if (raked) {
            Chips taken = amount * game.rake.ten_thousandths / 10'000;
            if (game.rake.cap) taken = std::min(taken, game.rake.cap - rake);
            amount -= taken;
            rake += taken;
        }
        const int shares = std::popcount(winners);
        Chips odd = game.rules.odd_chips ? amount % shares : 0;
        for (int player = 0; player < game.players; ++player) {
            if (!(winners & mask_of(player))) continue;
            give(i, player, game.rules.odd_chips ? (amount / shares + (odd-- > 0)) * kParts : amount * kParts / shares);
        }
    }
    return rake;
}

bool raked(const GameDefinition& game, const HandState& state) {
    if (!game.rake.ten_thousandths) return false;
    int board_cards = 0;
    for (int round = 0; round <= state.round(); ++round) board_cards += game.board_cards[round];
    return board_cards > 0 || !game.rake.no_flop_no_drop;
}

Payoffs all_lost(const GameDefinition& game, const HandState& state, const Pots& pots) {
    Payoffs payoffs{};
    for (int player = 0; player < game.players; ++player) payoffs[player] = -state.paid(player) * kParts;
    if (pots.uncalled) payoffs[pots.uncalled_player] += pots.uncalled * kParts;
    return payoffs;
}

// Players show from the last aggressor of the last round with betting, or else from the first seat left of the button.
std::vector<Showing> showdown(const GameDefinition& game, const HandState& state, const Pots& pots,
                              const HandValues& values) {
    std::vector<Showing> order;
    if (state.players_in(game) < 2) return order;
    bool show_all = !game.rules.muck;
    for (int player = 0; player < game.players; ++player)
        show_all = show_all || (!state.folded(player) && state.stack(player) == 0);

    const int first = std::max(state.last_aggressor(), 0);
    std::array<HandRank, kMostPlayers> best_shown{};  // in each pot
    for (int i = 0; i < game.players; ++i) {
        const int player = (first + i) % game.players;
        if (state.folded(player)) continue;
        bool shown = show_all;
        for (int pot = 0; pot < pots.count; ++pot)
            shown = shown || ((pots.pot[pot].players & mask_of(player)) && values[player] >= best_shown[pot]);
        for (int pot = 0; shown && pot < pots.count; ++pot)
            if (pots.pot[pot].players & mask_of(player)) best_shown[pot] = std::max(best_shown[pot], values[player]);
        order.push_back({static_cast<std::int8_t>(player), shown});
    }
    return order;
}

}  // namespace

HandValues values_of(const GameDefinition& game, const HandState& state, const Card* deal) {
    HandValues values{};
    if (state.players_in(game) == 1) return values;
    const Card* board = deal + game.players * game.hole_cards;
    CardSum shared = Evaluator::empty();
    int board_cards = 0;
    for (int round = 0; round <= state.round(); ++round) board_cards += game.board_cards[round];
    for (int i = 0; i < board_cards; ++i) shared += kEvaluator.card(board[i]);
    for (int player = 0; player < game.players; ++player) {
        if (state.folded(player)) continue;
        CardSum sum = shared;
        for (int i = 0; i < game.hole_cards; ++i) sum += kEvaluator.card(deal[player * game.hole_cards + i]);
        values[player] = kEvaluator.rank(sum, board_cards + game.hole_cards);
    }
    return values;
}

Pots pots_of(const GameDefinition& game, const HandState& state) {
    Pots pots;
    std::array<Chips, kMostPlayers> paid{};
    Chips dead = 0, most = 0, second = 0;
    for (int player = 0; player < game.players; ++player) {
        paid[player] = state.live_paid(player);
        dead += state.paid(player) - paid[player];
        if (paid[player] > most) {
            second = most;
            most = paid[player];
            pots.uncalled_player = player;
        } else {
            second = std::max(second, paid[player]);
        }
    }
    pots.uncalled = most - second;
    if (pots.uncalled)
        paid[pots.uncalled_player] = second;
    else
        pots.uncalled_player = kNobody;

    // Each pot is what everybody has paid beyond the previous pot, up to what its shortest player has paid; the last
    // pot takes the rest.
    Chips before = 0;
    for (PlayerMask in = state.still_in(game); in;) {
        Chips least = std::numeric_limits<Chips>::max();
        for (int player = 0; player < game.players; ++player)
            if (in & mask_of(player)) least = std::min(least, paid[player]);
        PlayerMask next_in = 0;
        for (int player = 0; player < game.players; ++player)
            if ((in & mask_of(player)) && paid[player] > least) next_in |= mask_of(player);
        Chips amount = dead;
        for (int player = 0; player < game.players; ++player) {
            const Chips upper = next_in ? std::min(paid[player], least) : paid[player];
            amount += std::max<Chips>(upper - before, 0);
        }
        if (amount) pots.pot[pots.count++] = {amount, in};
        dead = 0;
        before = least;
        in = next_in;
    }
    return pots;
}

Payoffs payoffs(const GameDefinition& game, const HandState& state, const HandValues& values) {
    const Pots pots = pots_of(game, state);
    Payoffs payoffs = all_lost(game, state, pots);
    share_out(game, pots, values, raked(game, state), [&](int, int player, Chips parts) { payoffs[player] += parts; });
    return payoffs;
}

Settlement settle(const GameDefinition& game, const HandState& state, const HandValues& values) {
    const Pots pots = pots_of(game, state);
    Settlement settlement;
    settlement.uncalled_player = pots.uncalled_player;
    settlement.uncalled = pots.uncalled;
    settlement.payoffs = all_lost(game, state, pots);
    settlement.rake = share_out(game, pots, values, raked(game, state), [&](int pot, int player, Chips parts) {
        settlement.payoffs[player] += parts;
        settlement.awards.push_back({static_cast<std::int8_t>(pot), static_cast<std::int8_t>(player), parts});
    });
    settlement.showdown = showdown(game, state, pots, values);
    return settlement;
}

}  // namespace railbird
