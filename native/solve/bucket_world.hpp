// An abstract game of two players, for self-play.
#pragma once

#include <algorithm>
#include <utility>

#include "base/random.hpp"
#include "solve/bucket_game.hpp"

namespace railbird {

// An episode begins with both players' buckets of the last round, which tell those of all rounds before. At a showdown
// players get what their buckets win on average.
class BucketWorld {
public:
    // Throws std::invalid_argument if the parts of the game do not fit together.
    explicit BucketWorld(BucketGame game) : game_(std::move(game)) {
        check_bucket_game(game_);
        const auto last = static_cast<std::size_t>(game_.last_round());
        buckets_ = static_cast<std::size_t>(game_.counts[last]);
        ancestors_.resize(last + 1);
        for (std::size_t bucket = 0; bucket < buckets_; ++bucket)
            ancestors_[last].push_back(static_cast<std::int32_t>(bucket));
        for (std::size_t round = last; round-- > 0;)
            for (const std::int32_t bucket : ancestors_[round + 1])
                ancestors_[round].push_back(game_.parents[round + 1][static_cast<std::size_t>(bucket)]);
        double sum = 0;
        for (std::size_t pair = 0; pair < game_.meetings.size(); ++pair) {
            const double chance = game_.meetings[pair];
            cumulative_.push_back(sum += chance);
            shares_.push_back(chance > 0 ? game_.wins[pair] / chance : 0);
        }
        std::size_t rows = 0;
        for (const BettingNode& node : game_.nodes) {
            first_row_.push_back(rows);
            if (node.kind == PublicKind::decision)
                rows += static_cast<std::size_t>(game_.counts[node.round]) * static_cast<std::size_t>(node.edges);
        }
        rows_ = rows;
    }

    struct Place {
        std::int32_t node;
        std::int32_t buckets[2];  // on the last round
    };

    int players() const { return 2; }
    std::size_t rows() const { return rows_; }

    Place start(RandomStream& random) const {
        const double drawn = random.uniform() * cumulative_.back();
        const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), drawn);
        const auto pair = std::min(static_cast<std::size_t>(found - cumulative_.begin()), cumulative_.size() - 1);
        return dealt({0, {static_cast<std::int32_t>(pair / buckets_), static_cast<std::int32_t>(pair % buckets_)}});
    }
    Place after(Place place, int action, RandomStream&) const {
        place.node = game_.children[static_cast<std::size_t>(node(place).first_edge + action)];
        return dealt(place);
    }
    bool is_over(const Place& place) const { return node(place).kind != PublicKind::decision; }
    int player(const Place& place) const { return node(place).actor; }
    int actions(const Place& place) const { return node(place).edges; }
    std::size_t first_row(const Place& place) const {
        const BettingNode& here = node(place);
        const std::int32_t last = place.buckets[here.actor];
        const std::int32_t bucket = ancestors_[here.round][static_cast<std::size_t>(last)];
        return first_row_[static_cast<std::size_t>(place.node)] +
               static_cast<std::size_t>(bucket) * static_cast<std::size_t>(here.edges);
    }
    double payoff(const Place& place, int player) const {
        const BettingNode& end = node(place);
        const double stake = game_.stakes[static_cast<std::size_t>(place.node)];
        if (end.kind == PublicKind::fold) return end.actor == player ? -stake : stake;
        const auto pair =
            static_cast<std::size_t>(place.buckets[0]) * buckets_ + static_cast<std::size_t>(place.buckets[1]);
        return player == 0 ? stake * shares_[pair] : -stake * shares_[pair];
    }

private:
    const BettingNode& node(const Place& place) const { return game_.nodes[static_cast<std::size_t>(place.node)]; }
    Place dealt(Place place) const {
        while (node(place).kind == PublicKind::deal)
            place.node = game_.children[static_cast<std::size_t>(node(place).first_edge)];
        return place;
    }

    BucketGame game_;
    std::size_t buckets_ = 0, rows_ = 0;
    std::vector<std::vector<std::int32_t>> ancestors_;  // by round: the bucket of each bucket of the last round
    std::vector<double> cumulative_;                    // by pair of buckets
    std::vector<double> shares_;                        // what player 0 wins of the stake, on average
    std::vector<std::size_t> first_row_;                // by node
};

}  // namespace railbird
