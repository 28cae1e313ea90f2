// The walk of a search over the betting of a real hand, with real chips, in which models know betting sequences only.
//
// A place has the chips of the hand and its context: the node of its betting sequence in the tree that models count in,
// where a raise is a raise, whatever its size. So that sizes matter, there are beliefs for each class of prices: at a
// decision, of its price; at a showdown, of the highest price after the flop. All later raises have one size. Players
// who are all-in call every bet of their context.
#pragma once

#include "game/settlement.hpp"
#include "search/chance_miximax.hpp"

namespace railbird {

struct PricedPlace {
    HandState state;
    int context;
    int highest;        // the highest class of prices after the flop
    bool lost = false;  // the hand has left its context, and counts as called down
};

// How the sizes of bets matter.
struct PriceRules {
    std::vector<double> prices;  // shares of the pot, ascending: a higher price to call is of the next class
    double bet;                  // the size of later raises, in pots after the call

    // The class of the price that the player to act has to pay. The big blind alone is never a high price.
    int class_of(const GameDefinition& game, const HandState& state) const {
        const Legal legal = state.legal(game);
        if (legal.call == 0 || (state.round() == 0 && state.raises() == 0)) return 0;
        const double price = static_cast<double>(legal.call) / static_cast<double>(state.pot(game));
        return static_cast<int>(std::lower_bound(prices.begin(), prices.end(), price) - prices.begin());
    }
};

class PricedWalk {
public:
    using Place = PricedPlace;
    struct Next {
        std::array<PricedPlace, kActionKinds> places;
        std::array<std::int32_t, kActionKinds> contexts;  // kNone for illegal actions

        const PricedPlace& operator[](int action) const { return places[action]; }
    };

    // `beliefs` are one for each class of prices.
    PricedWalk(const GameDefinition& game, BettingTree& contexts, std::vector<Beliefs> beliefs, PriceRules rules,
               int player)
        : game_(game), contexts_(contexts), beliefs_(std::move(beliefs)), rules_(std::move(rules)), player_(player) {}

    // The place of a decision of the player, whose context is a node; lost if it is not their turn there.
    Place begin(const HandState& state, int context, int highest) const;
    // The place after a legal action.
    Place after(const Place& place, ActionKind action, Chips amount) const;

    int players() const { return game_.players; }
    BettingTree::Kind kind(const Place& place) const {
        if (place.state.players_in(game_) == 1) return BettingTree::Kind::folded_out;
        return place.lost || place.state.over() ? BettingTree::Kind::showdown : BettingTree::Kind::decision;
    }
    int actor(const Place& place) const { return place.state.actor(); }
    int round(const Place& place) const { return place.state.round(); }
    PlayerMask still_in(const Place& place) const { return place.state.still_in(game_); }
    double pot(const Place& place) const { return static_cast<double>(place.state.pot(game_)); }
    double paid(const Place& place) const { return static_cast<double>(place.state.paid(player_)); }

    Next next(const Place& place) const;
    static bool legal(const Next& next, int action) { return next.contexts[action] != BettingTree::kNone; }
    std::array<double, kActionKinds> frequencies(const Place& place, const Next& next) const {
        const int price = rules_.class_of(game_, place.state);
        return beliefs_[price][place.state.actor()]->frequencies(place.context, next.contexts);
    }
    // The player's own uncalled chips, then the pots that they can win, from the last side pot to the main pot.
    template <class Take>
    void each_part(const Place& leaf, const Take& take) const {
        const Pots pots = pots_of(game_, leaf.state);
        if (pots.uncalled_player == player_) take(PotPart{static_cast<double>(pots.uncalled), 0});
        for (int i = pots.count - 1; i >= 0; --i) {
            const auto& [amount, players] = pots.pot[i];
            if (!(players >> player_ & 1)) continue;
            take(PotPart{static_cast<double>(amount), static_cast<PlayerMask>(players & ~mask_of(player_))});
        }
    }
    void beaten(const Place& leaf, int other, double* shares) const;

private:
    void settle(Place& place) const;

    const GameDefinition& game_;
    BettingTree& contexts_;
    std::vector<Beliefs> beliefs_;
    PriceRules rules_;
    int player_;
};

}  // namespace railbird
