#include "solve/board_solver.hpp"

#include <stdexcept>

#include "solve/board_chance.hpp"

namespace railbird {

class BoardSolver::Any {
public:
    virtual ~Any() = default;
    virtual std::uint64_t entries() const = 0;
    virtual void iterate(const Discounts& discounts, FullBoard board, int threads) = 0;
    virtual std::vector<double> strategies(bool average) = 0;
    virtual std::vector<std::pair<void*, std::size_t>> memory() = 0;
};

template <class Real>
class BoardSolver::Of final : public Any {
public:
    explicit Of(const BucketTree& game) : chance_(game), cfr_(game, chance_) {}
    std::uint64_t entries() const override { return cfr_.entries(); }
    void iterate(const Discounts& discounts, FullBoard board, int threads) override {
        chance_.deal(std::move(board));
        cfr_.iterate(discounts, threads);
    }
    std::vector<double> strategies(bool average) override {
        const std::vector<Real> numbers = cfr_.strategies(average);
        return {numbers.begin(), numbers.end()};
    }
    std::vector<std::pair<void*, std::size_t>> memory() override { return cfr_.storage().memory(); }

private:
    BoardChance<Real> chance_;
    BucketCfr<Real, BoardChance<Real>> cfr_;
};

BoardSolver::BoardSolver(BucketTree game, std::vector<CardMask> holdings, int bits)
    : game_(std::move(game)), holdings_(std::move(holdings)) {
    check_bucket_tree(game_);
    check_holdings(holdings_);
    if (bits == 64)
        solver_ = std::make_unique<Of<double>>(game_);
    else if (bits == 32)
        solver_ = std::make_unique<Of<float>>(game_);
    else
        throw std::invalid_argument("the precision is 64 or 32 bits");
}
BoardSolver::~BoardSolver() = default;

std::uint64_t BoardSolver::entries() const { return solver_->entries(); }
void BoardSolver::iterate(const Discounts& discounts, FullBoard board, int threads) {
    solver_->iterate(discounts, std::move(board), threads);
}
std::vector<double> BoardSolver::strategies(bool average) { return solver_->strategies(average); }
std::vector<std::pair<void*, std::size_t>> BoardSolver::memory() { return solver_->memory(); }

}  // namespace railbird
