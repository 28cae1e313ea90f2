// UCT and Smooth UCT by self-play (Heinrich and Silver 2015): every player has a tree of their information sets, and
// plays against the others, who learn as well.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/logarithm.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"

namespace railbird {

// An action of an information set: how often it was taken, and what its player got in all.
struct Arm {
    double total = 0;
    std::int64_t visits = 0;
};

struct SelfPlaySettings {
    double exploration = 1;  // c, in the unit of the payoffs
    double gamma = 1, eta = 1, decay = 0;

    // The probability with which a player follows UCT at an information set with so many visits.
    double uct_share(std::int64_t visits) const {
        return std::max(gamma, eta / (1 + decay * std::sqrt(static_cast<double>(visits))));
    }
};

// argmax Q(u, a) + c sqrt(ln N(u) / N(u, a)): the first of the best, and actions that were never taken before others.
inline int best_arm(const Arm* arms, int actions, std::int64_t visits, double exploration) {
    const double log = log_of(visits);
    int best = 0;
    double most = -HUGE_VAL;
    for (int action = 0; action < actions; ++action) {
        const Arm& arm = arms[action];
        if (arm.visits == 0) return action;
        const auto count = static_cast<double>(arm.visits);
        const double value = arm.total / count + exploration * std::sqrt(log / count);
        if (value > most) most = value, best = action;
    }
    return best;
}

// An action drawn with the probability N(u, a) / N(u): one number decides.
inline int average_arm(const Arm* arms, std::int64_t visits, RandomStream& random) {
    auto rest = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(visits)));
    int action = 0;
    while (rest >= arms[action].visits) rest -= arms[action++].visits;
    return action;
}

// World is a game: start(random) and after(place, action, random) lead to the next decision or to the end, with chance
// drawn; is_over(place), player(place), first_row(place) and actions(place) say what is there, payoff(place, player)
// what a player gets at the end.
template <class World>
class SelfPlay {
public:
    explicit SelfPlay(World world)
        : world_(std::move(world)), arms_(world_.rows()), outside_(static_cast<std::size_t>(world_.players())) {}

    void run(RandomStream& random, std::int64_t episodes, const SelfPlaySettings& settings, const StopFlag& stop) {
        for (std::int64_t i = 0; i < episodes && !stop; ++i) {
            play(random, settings);
            ++episodes_;
        }
    }

    std::int64_t episodes() const { return episodes_; }
    const std::vector<Arm>& arms() const { return arms_; }

    // Goes on from what was kept of other episodes of the same game.
    void restore(std::int64_t episodes, std::vector<Arm> arms) {
        episodes_ = episodes;
        arms_ = std::move(arms);
    }

private:
    struct Step {
        std::size_t row;
        int player;
    };

    // A player whose information set is not in their tree adds it, and plays at random for the rest of the episode.
    void play(RandomStream& random, const SelfPlaySettings& settings) {
        std::fill(outside_.begin(), outside_.end(), false);
        path_.clear();
        auto place = world_.start(random);
        while (!world_.is_over(place)) {
            const int player = world_.player(place), actions = world_.actions(place);
            const auto own = static_cast<std::size_t>(player);
            const std::size_t first = world_.first_row(place);
            int action;
            if (outside_[own]) {
                action = static_cast<int>(random.below(static_cast<std::uint64_t>(actions)));
            } else {
                action = choose(first, actions, random, settings, own);
                path_.push_back({first + static_cast<std::size_t>(action), player});
            }
            place = world_.after(place, action, random);
        }
        for (const Step& step : path_) {
            Arm& arm = arms_[step.row];
            arm.total += world_.payoff(place, step.player);
            ++arm.visits;
        }
    }

    int choose(std::size_t first, int actions, RandomStream& random, const SelfPlaySettings& settings,
               std::size_t player) {
        const Arm* const arms = &arms_[first];
        std::int64_t visits = 0;
        for (int action = 0; action < actions; ++action) visits += arms[action].visits;
        if (visits == 0) {
            outside_[player] = true;
            return static_cast<int>(random.below(static_cast<std::uint64_t>(actions)));
        }
        const double share = settings.uct_share(visits);
        if (share < 1 && random.uniform() >= share) return average_arm(arms, visits, random);
        return best_arm(arms, actions, visits, settings.exploration);
    }

    World world_;
    std::vector<Arm> arms_;
    std::vector<char> outside_;  // the players who have left their trees in this episode
    std::vector<Step> path_;
    std::int64_t episodes_ = 0;
};

}  // namespace railbird
