// A solver of one spot, in any precision.
#pragma once

#include <functional>
#include <optional>

#include "base/parallel.hpp"
#include "solve/pass.hpp"
#include "solve/round_plan.hpp"
#include "solve/storage.hpp"

namespace railbird {

// Throws std::invalid_argument if the parts of a spot do not fit together.
void check_spot(const Spot& spot);

// A vector solver in some precision. Vectors are given and taken as doubles, by hand of a player.
class AnySolver {
public:
    virtual ~AnySolver() = default;
    virtual void iterate(const Discounts& discounts, int threads) = 0;
    virtual std::vector<double> values(Pass pass, int player, std::uint32_t position, std::uint32_t node,
                                       const std::vector<double>& other, int threads) = 0;
    virtual std::vector<double> strategy(std::uint32_t position, std::uint32_t node, bool average) = 0;
    virtual std::vector<std::pair<void*, std::size_t>> memory() = 0;
};

class PublicSolver {
public:
    // `bits` is the precision: 64, 32 or 16. Throws std::invalid_argument.
    PublicSolver(Spot spot, bool isomorphism, int bits);

    const Spot& spot() const { return spot_; }
    const BoardTree& boards() const { return boards_; }
    const PublicTree& tree() const { return tree_; }
    // The memory for regrets, averages and positions.
    double bytes() const;
    // Takes the memory; everything below needs it. Throws std::bad_alloc.
    void allocate();
    bool allocated() const { return solver_ != nullptr; }
    AnySolver& solver() const { return *solver_; }

private:
    Spot spot_;
    int bits_;
    BoardTree boards_;
    PublicTree tree_;
    std::unique_ptr<AnySolver> solver_;
};

}  // namespace railbird
