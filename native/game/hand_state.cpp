#include "game/hand_state.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace railbird {

namespace {

// The first of these players from a position on, going round the table.
int first_from(PlayerMask players, int position) {
    const PlayerMask behind = static_cast<PlayerMask>(players >> position << position);
    return std::countr_zero(behind ? behind : players);
}

}  // namespace

HandState::HandState(const GameDefinition& game, const std::array<Chips, kMostPlayers>& stacks) {
    Chips largest_blind = 0;
    Chips common_ante = game.antes[0];  // the rest of an ante is dead money
    for (int player = 0; player < game.players; ++player) {
        largest_blind = std::max(largest_blind, game.blinds[player]);
        common_ante = std::min(common_ante, game.antes[player]);
    }
    for (int player = 0; player < game.players; ++player) {
        stack_[player] = stacks[player];
        const Chips ante = std::min(game.antes[player], stack_[player]);
        stack_[player] -= ante;
        paid_[player] = std::min(ante, common_ante);
        dead_[player] = ante - paid_[player];
        pay(player, std::min(game.blinds[player], stack_[player]));
        level_ = std::max(level_, bet_[player]);
    }
    if (game.rules.full_blind_to_call) level_ = std::max(level_, largest_blind);
    full_level_ = largest_blind;
    raise_size_ = std::max(game.bets[0], largest_blind);
    least_raise_ = full_level_ + raise_size_;
    begin_round(game);
}

int HandState::players_in(const GameDefinition& game) const { return game.players - std::popcount(folded_); }

Chips HandState::pot(const GameDefinition& game) const {
    Chips sum = 0;
    for (int player = 0; player < game.players; ++player) sum += paid(player);
    return sum;
}

PlayerMask HandState::able_to_act(const GameDefinition& game) const {
    PlayerMask able = 0;
    for (int player = 0; player < game.players; ++player)
        if (!folded(player) && stack_[player] > 0) able |= mask_of(player);
    return able;
}

void HandState::pay(int player, Chips amount) {
    stack_[player] -= amount;
    paid_[player] += amount;
    bet_[player] += amount;
}

void HandState::begin_round(const GameDefinition& game) {
    to_act_ = able_to_act(game);
    // Under rules that skip nobody, the first round asks even the only player with chips left.
    const bool asks = round_ == 0 && !game.rules.skips_idle;
    if (!to_act_ || (!asks && nothing_to_decide())) return end_betting(game);
    actor_ = static_cast<std::int8_t>(first_from(to_act_, game.first[round_]));
}

// If all others have folded or are all-in, a player has nothing to decide unless somebody has put in more.
bool HandState::nothing_to_decide() const {
    if (std::popcount(to_act_) != 1) return false;
    const int alone = std::countr_zero(to_act_);
    return bet_[alone] >= *std::max_element(bet_.begin(), bet_.end());
}

void HandState::end_betting(const GameDefinition& game) {
    to_act_ = 0;
    actor_ = kNobody;
    round_ = static_cast<std::int8_t>(game.rounds - 1);
}

bool HandState::may_raise(const GameDefinition& game, Chips to_call) const {
    if (stack_[actor_] <= to_call) return false;
    const bool uncapped = game.rules.uncapped_heads_up && players_in(game) == 2;
    const int most_raises = game.most_raises[round_];
    if (raises_ >= most_raises && most_raises != kAnyRaises && !uncapped) return false;
    // Everybody must still have an action left to respond.
    if (game.most_actions[round_] && actions_ + game.players > game.most_actions[round_]) return false;
    if (acted_ & mask_of(actor_)) {
        if (game.rules.reopening == Reopening::full_raise && to_call < raise_size_) return false;
        if (game.rules.reopening == Reopening::half_bet && 2 * to_call < game.bets[round_]) return false;
    }
    for (int player = 0; player < game.players; ++player) {
        if (player == actor_ || folded(player) || stack_[player] == 0) continue;
        if (!game.rules.needs_a_caller || bet_[player] + stack_[player] > level_) return true;
    }
    return false;
}

Legal HandState::legal(const GameDefinition& game) const {
    Legal legal;
    if (over()) return legal;
    const Chips to_call = level_ - bet_[actor_];
    legal.fold = to_call > 0 || game.rules.free_fold;
    legal.call = std::min(to_call, stack_[actor_]);
    if (!may_raise(game, to_call)) return legal;
    const Chips all_in = bet_[actor_] + stack_[actor_];
    switch (game.betting) {
        case Betting::limit:
            legal.least_raise = std::min(full_level_ + game.bets[round_], all_in);
            legal.most_raise = legal.least_raise;
            break;
        case Betting::pot_limit:
            legal.least_raise = std::min(least_raise_, all_in);
            legal.most_raise = std::min(std::max(level_ + to_call + pot(game), legal.least_raise), all_in);
            break;
        case Betting::no_limit:
            legal.least_raise = std::min(least_raise_, all_in);
            legal.most_raise = all_in;
            break;
    }
    return legal;
}

void HandState::fold(const GameDefinition& game) {
    folded_ |= mask_of(actor_);
    end_action(game);
}

void HandState::call(const GameDefinition& game) {
    pay(actor_, std::min(level_ - bet_[actor_], stack_[actor_]));
    acted_ |= mask_of(actor_);
    end_action(game);
}

void HandState::act(const GameDefinition& game, ActionKind kind, Chips amount) {
    switch (kind) {
        case ActionKind::fold: return fold(game);
        case ActionKind::call: return call(game);
        case ActionKind::raise: return raise_to(game, amount);
    }
}

void HandState::raise_to(const GameDefinition& game, Chips amount) {
    const Chips raise = amount - level_;
    bool full = true;
    if (game.betting == Betting::limit) {
        const Chips bet = game.bets[round_];
        full = game.rules.short_bets_count || 2 * (amount - full_level_) >= bet;
        if (full) full_level_ = amount;
    } else if (game.rules.short_bets_count) {
        least_raise_ = std::max(least_raise_, amount + raise);
    } else {
        full = raise >= raise_size_;
        if (full) raise_size_ = raise;
        least_raise_ = amount + raise_size_;
    }
    pay(actor_, amount - bet_[actor_]);
    level_ = amount;
    raises_ += full;
    acted_ = static_cast<PlayerMask>((full ? 0 : acted_) | mask_of(actor_));
    last_aggressor_ = actor_;
    to_act_ = able_to_act(game);
    end_action(game);
}

void HandState::end_action(const GameDefinition& game) {
    const int next = actor_ + 1;
    to_act_ &= static_cast<PlayerMask>(~mask_of(actor_));
    ++actions_;
    if (players_in(game) == 1) {
        to_act_ = 0;
        actor_ = kNobody;
    } else if (to_act_) {
        if (game.rules.skips_idle && to_act_ == able_to_act(game) && nothing_to_decide()) return end_betting(game);
        actor_ = static_cast<std::int8_t>(first_from(to_act_, next));
    } else {
        end_round(game);
    }
}

void HandState::end_round(const GameDefinition& game) {
    if (round_ + 1 == game.rounds) {
        actor_ = kNobody;
        return;
    }
    const PlayerMask able = able_to_act(game);
    ++round_;
    bet_.fill(0);
    level_ = full_level_ = 0;
    raise_size_ = least_raise_ = game.bets[round_];
    raises_ = actions_ = 0;
    acted_ = 0;
    if (std::popcount(able) > 1) last_aggressor_ = kNobody;
    begin_round(game);
}

Chips raise_by_pots(const GameDefinition& game, const HandState& state, const Legal& legal, double pots) {
    if (game.betting == Betting::limit) return legal.least_raise;
    const Chips called = state.bet(state.actor()) + legal.call;
    const double pot = static_cast<double>(state.pot(game) + legal.call);
    const Chips wanted = called + static_cast<Chips>(std::llround(std::min(pots * pot, 0x1p41)));
    return std::clamp(wanted, legal.least_raise, legal.most_raise);
}

}  // namespace railbird
