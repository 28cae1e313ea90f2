#include "solve/restriction.hpp"

#include <algorithm>

namespace railbird {

void mix_model(const SequenceForm& form, const Restriction& restriction, const double* free, double* play) {
    for (std::int32_t set = form.first_set(restriction.player); set < form.last_set(restriction.player); ++set) {
        const double share = restriction.confidence[static_cast<std::size_t>(set)];
        for (std::int32_t row = form.first_row(set); row < form.first_row(set + 1); ++row)
            play[row] = share * restriction.model[static_cast<std::size_t>(row)] + (1 - share) * free[row];
    }
}

void mix_reach(const SequenceForm& form, const Restriction& restriction, const double* model, const double* part,
               double* reach) {
    const double p = restriction.p;
    reach[0] = 1;
    const std::int32_t last = form.first_row(form.last_set(restriction.player));
    for (std::int32_t row = form.first_row(form.first_set(restriction.player)); row < last; ++row)
        reach[row + 1] = p * model[row + 1] + (1 - p) * part[row + 1];
}

// The value of a set is that of its best action as far as the player is free, and that of the model's actions as far
// as they are not.
double best_restricted(const SequenceForm& form, const Restriction& restriction, const double* reach, double* values) {
    const int player = restriction.player;
    const auto best_of = [&](bool follows) {
        form.ending_values(player, reach, values);
        for (std::int32_t set = form.last_set(player) - 1; set >= form.first_set(player); --set) {
            const std::int32_t begin = form.first_row(set), end = form.first_row(set + 1);
            double best = values[begin + 1], model = 0;
            for (std::int32_t row = begin; row < end; ++row) {
                best = std::max(best, values[row + 1]);
                model += restriction.model[static_cast<std::size_t>(row)] * values[row + 1];
            }
            const double share = follows ? 1 : restriction.confidence[static_cast<std::size_t>(set)];
            values[form.parent(set)] += share * model + (1 - share) * best;
        }
        return values[0];
    };
    const double model = best_of(true);
    return restriction.p * model + (1 - restriction.p) * best_of(false);
}

}  // namespace railbird
