// A solver of one abstract game, in single or double precision.
#pragma once

#include <memory>
#include <utility>

#include "solve/bucket_game.hpp"
#include "solve/storage.hpp"

namespace railbird {

class BucketSolver {
public:
    // `bits` is the precision: 64 or 32. Throws std::invalid_argument.
    BucketSolver(BucketGame game, int bits);
    ~BucketSolver();
    BucketSolver(const BucketSolver&) = delete;
    BucketSolver& operator=(const BucketSolver&) = delete;

    const BucketGame& game() const { return game_; }
    // Pairs of a bucket and an action.
    std::uint64_t entries() const;
    void iterate(const Discounts& discounts, int threads);
    double value(bool best_response, int player, int threads);
    std::vector<double> strategies(bool average);
    // Regrets and averages, for files.
    std::vector<std::pair<void*, std::size_t>> memory();

private:
    class Any;
    template <class Real>
    class Of;

    BucketGame game_;
    std::unique_ptr<Any> solver_;
};

}  // namespace railbird
