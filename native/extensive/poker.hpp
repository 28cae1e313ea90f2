// A hand of limit poker for native searches; src/railbird/extensive/poker.py has the rules and the order of draws.
#pragma once

#include <algorithm>
#include <bit>

#include "game/dealing.hpp"
#include "game/settlement.hpp"
#include "search/information_set_search.hpp"

namespace railbird {

class PokerState {
public:
    static constexpr int kFold = 0, kCall = 1, kRaise = 2;
    static constexpr std::size_t kMostCards = kMostPlayers * kMostHoleCards + 5;

    // A hand as one player sees it, whose turn it is. The definition must outlive all copies. `betting` has the betting
    // so far as codes of actions; `board` has all cards of the round.
    PokerState(const GameDefinition& game, const HandState& state, int player, const Card* hole_cards,
               const Card* board, int board_cards)
        : game_(&game), state_(state), remaining_(deck_of(game)), board_cards_(board_cards) {
        for (int i = 0; i < game.hole_cards; ++i) deal_to(player * game.hole_cards + i, hole_cards[i]);
        for (int i = 0; i < board_cards; ++i) deal_to(holes() + i, board[i]);
        for (int round = 0, cards = 0; round < kMostRounds; ++round) {
            cards += round < game.rounds ? game.board_cards[static_cast<std::size_t>(round)] : 0;
            cards_by_round_[static_cast<std::size_t>(round)] = static_cast<std::int8_t>(cards);
        }
        update_turn();
    }

    int turn() const { return turn_; }

    int actions(std::int16_t* actions) const {
        const Legal legal = state_.legal(*game_);
        int count = 0;
        if (legal.fold) actions[count++] = kFold;
        actions[count++] = kCall;
        if (legal.raise()) actions[count++] = kRaise;
        return count;
    }

    // The remaining cards in ascending order, at a random index.
    int sample_outcome(RandomStream& random) const {
        CardMask cards = remaining_;
        for (auto skipped = random.below(static_cast<std::uint64_t>(std::popcount(cards))); skipped > 0; --skipped)
            cards &= cards - 1;
        return std::countr_zero(cards);
    }

    void apply(int action) {
        if (turn_ == kChanceTurn) {
            deal_to(holes() + board_cards_++, static_cast<Card>(action));
        } else {
            betting_.add(static_cast<std::uint64_t>(action) + 1);
            switch (action) {
                case kFold: state_.fold(*game_); break;
                case kCall: state_.call(*game_); break;
                default: state_.raise_to(*game_, state_.legal(*game_).least_raise);
            }
        }
        update_turn();
    }

    double payoff(int player) const {
        if (!settled_) {
            payoffs_ = payoffs(*game_, state_, values_of(*game_, state_, cards_.data()));
            settled_ = true;
        }
        return static_cast<double>(payoffs_[static_cast<std::size_t>(player)]) / static_cast<double>(kParts);
    }

    // The player's hole cards, the board of each round, each as a set, and the betting.
    InformationKey information_key(int player) const {
        InformationKey key = betting_;
        key.add(set_of(player * game_->hole_cards, (player + 1) * game_->hole_cards));
        int from = 0;
        for (int round = 0; round < game_->rounds; ++round) {
            const int to = std::min<int>(cards_by_round_[static_cast<std::size_t>(round)], board_cards_);
            if (to > from) key.add(set_of(holes() + from, holes() + to));
            from = to;
        }
        key.add(static_cast<std::uint64_t>(player));
        return key;
    }

    // The other players' hole cards drawn from the remaining cards: these in ascending order, shuffled from the front.
    PokerState determinize(int player, RandomStream& random) const {
        PokerState guess = *this;
        std::array<Card, kCards> unseen;
        int count = 0;
        for (CardMask cards = remaining_; cards != 0; cards &= cards - 1)
            unseen[static_cast<std::size_t>(count++)] = static_cast<Card>(std::countr_zero(cards));
        int drawn = 0;
        for (int each = 0; each < game_->players; ++each) {
            if (each == player) continue;
            for (int i = 0; i < game_->hole_cards; ++i, ++drawn) {
                const auto other =
                    static_cast<std::size_t>(drawn) + random.below(static_cast<std::uint64_t>(count - drawn));
                std::swap(unseen[static_cast<std::size_t>(drawn)], unseen[other]);
                guess.deal_to(each * game_->hole_cards + i, unseen[static_cast<std::size_t>(drawn)]);
            }
        }
        return guess;
    }

private:
    int holes() const { return game_->players * game_->hole_cards; }

    void deal_to(int index, Card card) {
        cards_[static_cast<std::size_t>(index)] = card;
        remaining_ &= ~bit_of(card);
    }

    CardMask set_of(int from, int to) const {
        CardMask cards = 0;
        for (int i = from; i < to; ++i) cards |= bit_of(cards_[static_cast<std::size_t>(i)]);
        return cards;
    }

    void update_turn() {
        const bool missing = board_cards_ < cards_by_round_[static_cast<std::size_t>(state_.round())];
        turn_ = missing ? kChanceTurn : state_.over() ? kNobodysTurn : state_.actor();
    }

    const GameDefinition* game_;
    HandState state_;
    CardMask remaining_;
    InformationKey betting_;
    std::array<Card, kMostCards> cards_{};  // the hole cards of each position, then the board
    std::array<std::int8_t, kMostRounds> cards_by_round_{};
    int board_cards_;
    int turn_ = kNobodysTurn;
    mutable bool settled_ = false;
    mutable Payoffs payoffs_{};
};

}  // namespace railbird
