#include "solve/public_solver.hpp"

#include <bit>
#include <cmath>
#include <set>
#include <stdexcept>

#include "cards/evaluator.hpp"
#include "solve/vector_solver.hpp"

namespace railbird {

namespace {

constexpr std::size_t kMostHoldings = kHands;

void require(bool fine, const char* otherwise) {
    if (!fine) throw std::invalid_argument(otherwise);
}

template <class Storage>
class SolverOf final : public AnySolver {
public:
    using Real = typename Storage::Real;

    SolverOf(const Spot& spot, const BoardTree& boards, const PublicTree& tree)
        : boards_(boards), tree_(tree), solver_(spot, boards, tree) {}

    void iterate(const Discounts& discounts, int threads) override { solver_.iterate(discounts, threads); }

    std::vector<double> values(Pass pass, int player, std::uint32_t position, std::uint32_t node,
                               const std::vector<double>& other, int threads) override {
        const std::vector<Real> reach(other.begin(), other.end());
        std::vector<Real> values(boards_.hands(player).hands.size());
        solver_.values(pass, player, position, node, reach.data(), values.data(), threads);
        return {values.begin(), values.end()};
    }

    std::vector<double> strategy(std::uint32_t position, std::uint32_t index, bool average) override {
        const PlanNode& node = tree_.plans()[tree_.positions()[position].plan].nodes[index];
        std::vector<Real> strategy(node.children * boards_.hands(node.actor).hands.size());
        solver_.strategy(position, index, average, strategy.data());
        return {strategy.begin(), strategy.end()};
    }

    std::vector<std::pair<void*, std::size_t>> memory() override { return solver_.storage().memory(); }

private:
    const BoardTree& boards_;
    const PublicTree& tree_;
    VectorSolver<Storage> solver_;
};

const Spot& checked(const Spot& spot) {
    check_spot(spot);
    return spot;
}

}  // namespace

void check_spot(const Spot& spot) {
    require(spot.outcomes.size() == spot.nodes.size(), "there are no payoffs for some nodes");
    check_betting(spot.nodes, spot.children, static_cast<int>(std::min<std::size_t>(spot.deals.size(), 100)));
    for (const std::array<Outcomes, 2>& both : spot.outcomes)
        for (const Outcomes& outcomes : both)
            require(std::isfinite(outcomes.win) && std::isfinite(outcomes.loss) && std::isfinite(outcomes.tie),
                    "a payoff is not finite");
    require((spot.deck & ~kFullDeck) == 0 && (spot.board & ~spot.deck) == 0, "the board is not part of the deck");
    require(!spot.holdings.empty() && spot.holdings.size() <= kMostHoldings, "there are 1 to 1326 holdings");
    const int hole_cards = std::popcount(spot.holdings.front());
    require(hole_cards == 1 || hole_cards == 2, "a holding has one or two cards");
    std::set<CardMask> seen;
    for (const CardMask holding : spot.holdings) {
        require((holding & ~spot.deck) == 0 && std::popcount(holding) == hole_cards,
                "a holding is not one of the deck");
        require(seen.insert(holding).second, "a holding comes twice");
    }
    int left = std::popcount(spot.deck & ~spot.board) - 2 * hole_cards;
    const int first_round = spot.nodes[0].round_before(), last_round = static_cast<int>(spot.deals.size()) - 1;
    int board_cards = std::popcount(spot.board);
    for (int round = first_round + 1; round <= last_round; ++round) {
        require(spot.deals[round] >= 1 && spot.deals[round] <= 3, "a deal has one to three cards");
        left -= spot.deals[round];
        board_cards += spot.deals[round];
    }
    require(left >= 0, "the deck has too few cards");
    require(board_cards + hole_cards <= kMaxCards, "a hand has more than seven cards");
    for (const std::vector<double>& weights : spot.weights) {
        require(weights.size() == spot.holdings.size(), "there must be a weight for each holding");
        for (const double weight : weights)
            require(weight >= 0 && weight <= 1e6, "a weight is negative, too large or not a number");
    }
    for (const auto& [index, lock] : spot.locks) {
        require(index >= 0 && index < static_cast<std::int32_t>(spot.nodes.size()) &&
                    spot.nodes[index].kind == PublicKind::decision,
                "only a decision can be locked");
        const auto actions = static_cast<std::size_t>(spot.nodes[index].edges), holdings = spot.holdings.size();
        require(lock.size() == actions * holdings, "a locked strategy has a probability for each action and holding");
        for (std::size_t hand = 0; hand < holdings; ++hand) {
            double sum = 0;
            for (std::size_t action = 0; action < actions; ++action) {
                const double probability = lock[action * holdings + hand];
                require(probability >= 0 && probability <= 1, "a probability is from 0 to 1");
                sum += probability;
            }
            require(std::abs(sum - 1) < 1e-6, "the probabilities of a hand must have the sum 1");
        }
    }
}

PublicSolver::PublicSolver(Spot spot, bool isomorphism, int bits)
    : spot_(std::move(spot)),
      bits_(bits),
      boards_(checked(spot_), spot_.nodes[0].round_before(), isomorphism),
      tree_(spot_, boards_) {
    require(bits == 64 || bits == 32 || bits == 16, "the precision is 64, 32 or 16 bits");
}

double PublicSolver::bytes() const {
    const TreeSize size = tree_.size();
    const double numbers = bits_ == 64   ? size.entries * PlainStorage<double>::kBytesPerEntry
                           : bits_ == 32 ? size.entries * PlainStorage<float>::kBytesPerEntry
                                         : size.entries * PackedStorage::kBytesPerEntry +
                                               size.decisions * PackedStorage::kBytesPerDecision;
    return numbers + size.positions * sizeof(PublicPosition);
}

void PublicSolver::allocate() {
    if (solver_) return;
    if (tree_.positions().empty()) tree_.expand();
    if (bits_ == 64)
        solver_ = std::make_unique<SolverOf<PlainStorage<double>>>(spot_, boards_, tree_);
    else if (bits_ == 32)
        solver_ = std::make_unique<SolverOf<PlainStorage<float>>>(spot_, boards_, tree_);
    else
        solver_ = std::make_unique<SolverOf<PackedStorage>>(spot_, boards_, tree_);
}

}  // namespace railbird
