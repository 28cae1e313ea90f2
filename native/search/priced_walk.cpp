#include "search/priced_walk.hpp"

namespace railbird {

PricedPlace PricedWalk::begin(const HandState& state, int context, int highest) const {
    const bool there = contexts_.kind(context) == BettingTree::Kind::decision && contexts_.actor(context) == player_ &&
                       contexts_.round(context) == state.round();
    return {state, context, highest, !there};
}

PricedPlace PricedWalk::after(const Place& place, ActionKind action, Chips amount) const {
    Place next = place;
    if (place.state.round() > 0) next.highest = std::max(place.highest, rules_.class_of(game_, place.state));
    next.state.act(game_, action, amount);
    const bool decision = contexts_.kind(place.context) == BettingTree::Kind::decision;
    const int context = decision ? contexts_.child(place.context, action) : BettingTree::kNone;
    if (context == BettingTree::kNone || place.lost)
        next.lost = true;
    else
        next.context = context;
    settle(next);
    return next;
}

// Players who no longer act, since they are all-in or the betting is over, call in the context; those who folded after
// the context's round was over fold at their next turn.
void PricedWalk::settle(Place& place) const {
    while (contexts_.kind(place.context) == BettingTree::Kind::decision) {
        if (!place.lost && !place.state.over()) {
            const int round = contexts_.round(place.context);
            if (round == place.state.round() && contexts_.actor(place.context) == place.state.actor()) return;
            place.lost = round > place.state.round();
        }
        const bool folded = place.state.folded(contexts_.actor(place.context));
        const int out = folded ? contexts_.child(place.context, ActionKind::fold) : BettingTree::kNone;
        place.context = out == BettingTree::kNone ? contexts_.child(place.context, ActionKind::call) : out;
    }
    place.lost = !place.state.over();
}

PricedWalk::Next PricedWalk::next(const Place& place) const {
    Next next{{place, place, place}, {BettingTree::kNone, BettingTree::kNone, BettingTree::kNone}};
    const Legal legal = place.state.legal(game_);
    const auto contexts = contexts_.children(place.context);
    for (const ActionKind action : {ActionKind::fold, ActionKind::call, ActionKind::raise}) {
        const int index = static_cast<int>(action);
        const bool raise = action == ActionKind::raise;
        if (contexts[index] == BettingTree::kNone || (raise ? !legal.raise() : !legal.fold && index == 0)) continue;
        next.contexts[index] = contexts[index];
        next.places[index] = after(place, action, raise ? raise_by_pots(game_, place.state, legal, rules_.bet) : 0);
    }
    return next;
}

void PricedWalk::beaten(const Place& leaf, int other, double* shares) const {
    const Belief& belief = *beliefs_[leaf.highest][other];
    if (contexts_.kind(leaf.context) == BettingTree::Kind::showdown && contexts_.still_in(leaf.context) >> other & 1) {
        belief.beaten(leaf.context, shares);
        return;
    }
    // The context does not know that the player is still in: they may have any hand.
    for (int bin = 0; bin < belief.bins(); ++bin) shares[bin] = (bin + 0.5) / belief.bins();
}

}  // namespace railbird
