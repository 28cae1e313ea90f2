// The betting of one hand: who has put in how much, whose turn it is, and their legal actions.
//
// A HandState is plain data without pointers: copying it clones it, and keeping copies gives undo. It has no cards;
// they are needed only when the hand is settled.
#pragma once

#include <type_traits>

#include "game/definition.hpp"

namespace railbird {

// The legal actions of the player whose turn it is. Calling (or checking, if there is nothing to call) is always legal.
struct Legal {
    bool fold = false;
    Chips call = 0;         // the cost of a call
    Chips least_raise = 0;  // a raise goes to at least this total in the round, and
    Chips most_raise = 0;   // at most this; both 0 if raising is not legal

    bool raise() const { return most_raise > 0; }
    bool operator==(const Legal&) const = default;
};

enum class ActionKind : std::uint8_t { fold, call, raise };
inline constexpr int kActionKinds = 3;

using PlayerMask = std::uint16_t;
inline PlayerMask mask_of(int player) { return static_cast<PlayerMask>(1u << player); }
inline constexpr int kNobody = -1;

class HandState {
public:
    // Posts antes and blinds. The definition must be valid; pass the same one to every function that takes it.
    HandState(const GameDefinition& game, const std::array<Chips, kMostPlayers>& stacks);

    bool over() const { return actor_ == kNobody; }
    int actor() const { return actor_; }
    // The betting round, from 0; when the hand is over, the number of rounds whose board cards were dealt, minus one.
    int round() const { return round_; }
    bool folded(int player) const { return folded_ >> player & 1; }
    PlayerMask still_in(const GameDefinition& game) const {
        return static_cast<PlayerMask>(((1u << game.players) - 1) & ~folded_);
    }
    int players_in(const GameDefinition& game) const;
    Chips stack(int player) const { return stack_[player]; }
    // What a player has put into the pot in this hand, how much of it others had to match, and their bet in this round.
    Chips paid(int player) const { return paid_[player] + dead_[player]; }
    Chips live_paid(int player) const { return paid_[player]; }
    Chips bet(int player) const { return bet_[player]; }
    Chips pot(const GameDefinition& game) const;
    // Who made the last bet or raise in the last round with betting, or kNobody.
    int last_aggressor() const { return last_aggressor_; }
    int raises() const { return raises_; }

    Legal legal(const GameDefinition& game) const;

    // The action must be legal.
    void fold(const GameDefinition& game);
    void call(const GameDefinition& game);
    void raise_to(const GameDefinition& game, Chips amount);
    // Any of these; the amount is the total that a raise goes to.
    void act(const GameDefinition& game, ActionKind kind, Chips amount);

private:
    PlayerMask able_to_act(const GameDefinition& game) const;
    void pay(int player, Chips amount);
    void begin_round(const GameDefinition& game);
    void end_action(const GameDefinition& game);
    void end_round(const GameDefinition& game);
    void end_betting(const GameDefinition& game);
    bool nothing_to_decide() const;
    bool may_raise(const GameDefinition& game, Chips to_call) const;

    std::array<Chips, kMostPlayers> stack_{};  // behind
    std::array<Chips, kMostPlayers> paid_{};   // chips that others must match
    std::array<Chips, kMostPlayers> dead_{};   // dead money
    std::array<Chips, kMostPlayers> bet_{};    // in this round
    Chips level_ = 0;                          // the bet to match in this round
    Chips full_level_ = 0;                     // limit: the last full bet, which a short one does not move
    Chips raise_size_ = 0;                     // the last full bet or raise
    Chips least_raise_ = 0;                    // raises go to at least this much
    PlayerMask folded_ = 0;
    PlayerMask to_act_ = 0;  // who still has to act in this round
    PlayerMask acted_ = 0;   // who has acted since the last full bet or raise
    std::int8_t actor_ = kNobody;
    std::int8_t round_ = 0;
    std::int32_t raises_ = 0;
    std::int32_t actions_ = 0;
    std::int8_t last_aggressor_ = kNobody;
    std::uint8_t padding_[7] = {};
};

// The total of a raise by some pots, of the pot after the call, made legal. Raising must be legal.
Chips raise_by_pots(const GameDefinition& game, const HandState& state, const Legal& legal, double pots);

static_assert(std::has_unique_object_representations_v<HandState>, "equal states are equal bytes");

}  // namespace railbird
