// A solver of one abstract game on sampled boards, in single or double precision.
#pragma once

#include <memory>
#include <utility>

#include "solve/bucket_game.hpp"
#include "solve/full_board.hpp"
#include "solve/storage.hpp"

namespace railbird {

class BoardSolver {
public:
    // `holdings` are all that a player may be dealt. `bits` is the precision: 64 or 32. Throws std::invalid_argument.
    BoardSolver(BucketTree game, std::vector<CardMask> holdings, int bits);
    ~BoardSolver();
    BoardSolver(const BoardSolver&) = delete;
    BoardSolver& operator=(const BoardSolver&) = delete;

    const BucketTree& game() const { return game_; }
    const std::vector<CardMask>& holdings() const { return holdings_; }
    // Pairs of a bucket and an action.
    std::uint64_t entries() const;
    // One iteration on a board.
    void iterate(const Discounts& discounts, FullBoard board, int threads);
    std::vector<double> strategies(bool average);
    // Regrets and averages, for files.
    std::vector<std::pair<void*, std::size_t>> memory();

private:
    class Any;
    template <class Real>
    class Of;

    BucketTree game_;
    std::vector<CardMask> holdings_;
    std::unique_ptr<Any> solver_;
};

}  // namespace railbird
