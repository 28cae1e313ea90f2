#include "solve/sequence_form.hpp"

#include <algorithm>
#include <utility>

namespace railbird {

SequenceForm::SequenceForm(int players, std::vector<std::int32_t> set_player, std::vector<std::int32_t> set_start,
                           std::vector<std::int32_t> parents, const std::vector<std::int32_t>& endings,
                           const std::vector<double>& payoffs)
    : players_(players),
      set_player_(std::move(set_player)),
      set_start_(std::move(set_start)),
      parents_(std::move(parents)) {
    for (int player = 0; player <= players; ++player)
        first_set_.push_back(static_cast<std::int32_t>(
            std::lower_bound(set_player_.begin(), set_player_.end(), player) - set_player_.begin()));
    const auto width = static_cast<std::size_t>(players);
    const std::size_t count = payoffs.size() / width;
    for (int player = 0; player < players; ++player) {
        const auto own = static_cast<std::size_t>(player);
        const std::int32_t first = first_row(first_set(player));
        const auto index_of = [&](std::size_t ending) {
            const std::int32_t sequence = endings[ending * width + own];
            return static_cast<std::size_t>(sequence == 0 ? 0 : sequence - first);
        };
        Payoffs& sorted = payoffs_.emplace_back();
        sorted.start.assign(static_cast<std::size_t>(first_row(last_set(player)) - first) + 2, 0);
        for (std::size_t ending = 0; ending < count; ++ending) ++sorted.start[index_of(ending) + 1];
        for (std::size_t i = 1; i < sorted.start.size(); ++i) sorted.start[i] += sorted.start[i - 1];
        std::vector<std::int32_t> next(sorted.start.begin(), sorted.start.end() - 1);
        sorted.amounts.resize(count);
        sorted.others.resize(count * (width - 1));
        for (std::size_t ending = 0; ending < count; ++ending) {
            const auto to = static_cast<std::size_t>(next[index_of(ending)]++);
            sorted.amounts[to] = payoffs[ending * width + own];
            std::size_t other = to * (width - 1);
            for (std::size_t each = 0; each < width; ++each)
                if (each != own) sorted.others[other++] = endings[ending * width + each];
        }
    }
}

void SequenceForm::reach(int player, const double* policy, double* reach) const {
    reach[0] = 1;
    for (std::int32_t set = first_set(player); set < last_set(player); ++set) {
        const double before = reach[parent(set)];
        for (std::int32_t row = first_row(set); row < first_row(set + 1); ++row) reach[row + 1] = before * policy[row];
    }
}

void SequenceForm::ending_values(int player, const double* reach, double* values) const {
    const Payoffs& payoffs = payoffs_[static_cast<std::size_t>(player)];
    const std::int32_t first = first_row(first_set(player));
    const auto others = static_cast<std::size_t>(players_ - 1);
    for (std::size_t index = 0; index + 1 < payoffs.start.size(); ++index) {
        const auto begin = static_cast<std::size_t>(payoffs.start[index]);
        const auto end = static_cast<std::size_t>(payoffs.start[index + 1]);
        double total = 0;
        if (others == 1) {
            for (std::size_t i = begin; i < end; ++i) total += payoffs.amounts[i] * reach[payoffs.others[i]];
        } else {
            for (std::size_t i = begin; i < end; ++i) {
                double amount = payoffs.amounts[i];
                for (std::size_t other = 0; other < others; ++other)
                    amount *= reach[payoffs.others[i * others + other]];
                total += amount;
            }
        }
        values[index == 0 ? 0 : static_cast<std::size_t>(first) + index] = total;
    }
}

double SequenceForm::value(int player, const double* reach) const {
    std::vector<double> values(static_cast<std::size_t>(rows()) + 1);
    ending_values(player, reach, values.data());
    double total = values[0];
    for (std::int32_t row = first_row(first_set(player)); row < first_row(last_set(player)); ++row)
        total += reach[row + 1] * values[static_cast<std::size_t>(row) + 1];
    return total;
}

double SequenceForm::best_response(int player, const double* reach, double* values, double* choice) const {
    ending_values(player, reach, values);
    for (std::int32_t set = last_set(player) - 1; set >= first_set(player); --set) {
        const std::int32_t begin = first_row(set), end = first_row(set + 1);
        std::int32_t best = begin;
        for (std::int32_t row = begin + 1; row < end; ++row)
            if (values[row + 1] > values[best + 1]) best = row;
        if (choice)
            for (std::int32_t row = begin; row < end; ++row) choice[row] = row == best;
        values[parent(set)] += values[best + 1];
    }
    return values[0];
}

}  // namespace railbird
