// A game whose nodes are all known, for self-play.
#pragma once

#include <utility>

#include "solve/sequence_form.hpp"
#include "solve/tree_arrays.hpp"

namespace railbird {

class TreeWorld {
public:
    TreeWorld(const SequenceForm& form, TreeArrays tree) : form_(form), tree_(std::move(tree)) {}

    using Place = std::int32_t;

    int players() const { return form_.players(); }
    std::size_t rows() const { return static_cast<std::size_t>(form_.rows()); }

    Place start(RandomStream& random) const { return dealt(0, random); }
    Place after(Place place, int action, RandomStream& random) const {
        return dealt(tree_.first_child[index(place)] + action, random);
    }
    bool is_over(Place place) const { return tree_.actor[index(place)] == kNobodyActs; }
    int player(Place place) const { return tree_.actor[index(place)]; }
    int actions(Place place) const { return tree_.children[index(place)]; }
    std::size_t first_row(Place place) const {
        return static_cast<std::size_t>(form_.first_row(tree_.set[index(place)]));
    }
    double payoff(Place place, int player) const {
        return tree_.payoffs[index(place) * static_cast<std::size_t>(players()) + static_cast<std::size_t>(player)];
    }

private:
    static std::size_t index(Place place) { return static_cast<std::size_t>(place); }
    Place dealt(Place place, RandomStream& random) const {
        while (tree_.actor[index(place)] == kChanceActs) place = tree_.draw_outcome(place, random);
        return place;
    }

    const SequenceForm& form_;
    TreeArrays tree_;
};

}  // namespace railbird
