// The public tree of a spot. The betting of one round, from its first decision to folds, showdowns and the next deal,
// is a plan; it is the same on all boards. A position of the tree is a plan on a board.
//
// Each decision has room for [actions, hands of the actor] numbers, one decision after the other: first those of a plan
// on a board, then those of what follows. The size of the tree is known without building it.
#pragma once

#include "solve/board_tree.hpp"

namespace railbird {

struct PlanNode {
    PublicKind kind;
    std::int8_t actor;
    std::uint32_t betting;      // the node of the spot's betting
    std::uint32_t first_child;  // in RoundPlan::children
    std::uint32_t children;
    std::uint32_t end;       // the node after all that follow this one
    std::uint32_t deal;      // at a deal: which of the plan's deals it is
    std::uint32_t decision;  // at a decision: which of the plan's decisions it is
    std::uint64_t offset;    // at a decision: where its numbers begin
};

struct RoundPlan {
    int round = 0;
    std::vector<PlanNode> nodes;          // parents before children
    std::vector<std::uint32_t> children;  // nodes of this plan
    std::vector<std::uint32_t> deals;     // nodes of this plan
    std::vector<std::uint32_t> after;     // by deal: the plan that follows
    std::uint32_t decisions = 0;
    std::uint64_t entries = 0;
};

struct PublicPosition {
    std::uint64_t offset;
    std::uint64_t decision;  // the number of decisions before it
    std::uint32_t plan;
    std::uint32_t board;
    std::uint32_t next;  // what follows its deals on the first board; then on the other boards
};

struct TreeSize {
    double positions = 0;
    double decisions = 0;
    double entries = 0;  // pairs of hand and action over all decisions
};

class PublicTree {
public:
    PublicTree(const Spot& spot, const BoardTree& boards);

    TreeSize size() const { return size_; }
    // Builds the positions. Throws std::invalid_argument if there are too many.
    void expand();

    const std::vector<RoundPlan>& plans() const { return plans_; }
    const std::vector<PublicPosition>& positions() const { return positions_; }
    std::uint64_t entries() const { return entries_; }
    std::uint64_t decisions() const { return decisions_; }

private:
    std::uint32_t add_plan(const Spot& spot, std::int32_t root);
    void measure();

    const BoardTree& boards_;
    std::vector<RoundPlan> plans_;
    std::vector<PublicPosition> positions_;
    std::uint64_t entries_ = 0, decisions_ = 0;
    TreeSize size_;
};

}  // namespace railbird
