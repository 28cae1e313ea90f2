#include "solve/bucket_solver.hpp"

#include <stdexcept>

#include "solve/joint_chance.hpp"

namespace railbird {

class BucketSolver::Any {
public:
    virtual ~Any() = default;
    virtual std::uint64_t entries() const = 0;
    virtual void iterate(const Discounts& discounts, int threads) = 0;
    virtual void restrict(int player, double p, const std::vector<double>& model,
                          const std::vector<double>& confidence) = 0;
    virtual double value(bool best_response, int player, int threads) = 0;
    virtual std::pair<double, std::vector<double>> respond(int player, int threads) = 0;
    virtual std::vector<double> strategies(bool average) = 0;
    virtual std::vector<std::pair<void*, std::size_t>> memory() = 0;
};

template <class Real>
class BucketSolver::Of final : public Any {
public:
    explicit Of(const BucketGame& game) : chance_(game), cfr_(game, chance_) {}
    std::uint64_t entries() const override { return cfr_.entries(); }
    void iterate(const Discounts& discounts, int threads) override { cfr_.iterate(discounts, threads); }
    void restrict(int player, double p, const std::vector<double>& model,
                  const std::vector<double>& confidence) override {
        cfr_.restrict(player, p, model, confidence);
    }
    double value(bool best_response, int player, int threads) override {
        return cfr_.value(best_response, player, threads);
    }
    std::pair<double, std::vector<double>> respond(int player, int threads) override {
        std::vector<Real> chosen(cfr_.entries());
        const double value = cfr_.respond(player, threads, chosen);
        return {value, {chosen.begin(), chosen.end()}};
    }
    std::vector<double> strategies(bool average) override {
        const std::vector<Real> numbers = cfr_.strategies(average);
        return {numbers.begin(), numbers.end()};
    }
    std::vector<std::pair<void*, std::size_t>> memory() override { return cfr_.storage().memory(); }

private:
    JointChance<Real> chance_;
    BucketCfr<Real, JointChance<Real>> cfr_;
};

BucketSolver::BucketSolver(BucketGame game, int bits) : game_(std::move(game)) {
    check_bucket_game(game_);
    if (bits == 64)
        solver_ = std::make_unique<Of<double>>(game_);
    else if (bits == 32)
        solver_ = std::make_unique<Of<float>>(game_);
    else
        throw std::invalid_argument("the precision is 64 or 32 bits");
}
BucketSolver::~BucketSolver() = default;

std::uint64_t BucketSolver::entries() const { return solver_->entries(); }
void BucketSolver::iterate(const Discounts& discounts, int threads) { solver_->iterate(discounts, threads); }
void BucketSolver::restrict(int player, double p, const std::vector<double>& model,
                            const std::vector<double>& confidence) {
    solver_->restrict(player, p, model, confidence);
}
double BucketSolver::value(bool best_response, int player, int threads) {
    return solver_->value(best_response, player, threads);
}
std::pair<double, std::vector<double>> BucketSolver::respond(int player, int threads) {
    return solver_->respond(player, threads);
}
std::vector<double> BucketSolver::strategies(bool average) { return solver_->strategies(average); }
std::vector<std::pair<void*, std::size_t>> BucketSolver::memory() { return solver_->memory(); }

}  // namespace railbird
