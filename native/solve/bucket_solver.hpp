// A solver of one abstract game, in single or double precision.
#pragma once

#include <memory>
#include <utility>
#include <vector>

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
    // Restricts a player to a model; nobody if the player is -1. Throws std::invalid_argument if the sizes are wrong.
    void restrict(int player, double p, const std::vector<double>& model, const std::vector<double>& confidence);
    double value(bool best_response, int player, int threads);
    // What a best response of a player gets, and the response in their entries; 0 in the other's.
    std::pair<double, std::vector<double>> respond(int player, int threads);
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
