#include "solve/round_plan.hpp"

#include <stdexcept>

namespace railbird {

namespace {

constexpr double kMostPositions = 1e9;

void add(TreeSize& to, const TreeSize& size) {
    to.positions += size.positions;
    to.decisions += size.decisions;
    to.entries += size.entries;
}

}  // namespace

PublicTree::PublicTree(const Spot& spot, const BoardTree& boards) : boards_(boards) {
    add_plan(spot, 0);
    measure();
}

std::uint32_t PublicTree::add_plan(const Spot& spot, std::int32_t root) {
    const auto number = static_cast<std::uint32_t>(plans_.size());
    plans_.emplace_back();
    RoundPlan plan;
    std::vector<std::int32_t> roots;  // of the plans that follow
    const auto visit = [&](const auto& self, std::int32_t betting) -> std::uint32_t {
        const BettingNode& node = spot.nodes[static_cast<std::size_t>(betting)];
        const auto index = static_cast<std::uint32_t>(plan.nodes.size());
        plan.nodes.push_back({node.kind, node.actor, static_cast<std::uint32_t>(betting), 0, 0, 0, 0, 0, plan.entries});
        if (node.kind == PublicKind::deal) {
            plan.nodes[index].deal = static_cast<std::uint32_t>(roots.size());
            plan.deals.push_back(index);
            roots.push_back(spot.children[static_cast<std::size_t>(node.first_edge)]);
        } else if (node.kind == PublicKind::decision) {
            plan.nodes[index].decision = plan.decisions++;
            plan.entries +=
                static_cast<std::uint64_t>(node.edges) * static_cast<std::uint64_t>(boards_.hands(node.actor).size());
            std::vector<std::uint32_t> children;
            for (int edge = 0; edge < node.edges; ++edge)
                children.push_back(self(self, spot.children[static_cast<std::size_t>(node.first_edge + edge)]));
            plan.nodes[index].first_child = static_cast<std::uint32_t>(plan.children.size());
            plan.nodes[index].children = static_cast<std::uint32_t>(children.size());
            plan.children.insert(plan.children.end(), children.begin(), children.end());
        }
        plan.nodes[index].end = static_cast<std::uint32_t>(plan.nodes.size());
        return index;
    };
    visit(visit, root);
    const BettingNode& first = spot.nodes[static_cast<std::size_t>(root)];
    plan.round = first.round_before();
    for (const std::int32_t next : roots) plan.after.push_back(add_plan(spot, next));
    plans_[number] = std::move(plan);
    return number;
}

void PublicTree::measure() {
    // By plan, from the last one: the size on each board of its round. In the last round all boards are alike.
    const auto& boards = boards_.boards();
    std::vector<std::map<std::uint32_t, TreeSize>> sizes(plans_.size());
    std::vector<std::vector<std::uint32_t>> by_round(static_cast<std::size_t>(boards_.last_round()) + 1);
    for (std::uint32_t board = 0; board < boards.size(); ++board)
        by_round[static_cast<std::size_t>(boards[board].round)].push_back(board);
    for (std::size_t i = plans_.size(); i-- > 0;) {
        const RoundPlan& plan = plans_[i];
        const TreeSize own{1, static_cast<double>(plan.decisions), static_cast<double>(plan.entries)};
        const bool last = plan.round == boards_.last_round();
        for (const std::uint32_t board : by_round[static_cast<std::size_t>(plan.round)]) {
            TreeSize size = own;
            for (const std::uint32_t after : plan.after)
                for (const BoardClass& next : boards[board].next)
                    add(size, plans_[after].round == boards_.last_round() ? sizes[after].begin()->second
                                                                          : sizes[after].at(next.board));
            sizes[i][board] = size;
            if (last) break;
        }
    }
    size_ = sizes[0].at(0);
}

void PublicTree::expand() {
    if (size_.positions > kMostPositions) throw std::invalid_argument("the tree has too many positions");
    const auto& boards = boards_.boards();
    positions_.reserve(static_cast<std::size_t>(size_.positions));
    const auto fill = [&](const auto& self, std::size_t index) -> void {
        const RoundPlan& plan = plans_[positions_[index].plan];
        const Board& board = boards[positions_[index].board];
        positions_[index].offset = entries_;
        positions_[index].decision = decisions_;
        entries_ += plan.entries;
        decisions_ += plan.decisions;
        const std::size_t first = positions_.size();
        positions_[index].next = static_cast<std::uint32_t>(first);
        for (const BoardClass& next : board.next)
            for (const std::uint32_t after : plan.after) positions_.push_back({0, 0, after, next.board, 0});
        for (std::size_t child = first, end = positions_.size(); child < end; ++child) self(self, child);
    };
    positions_.push_back({0, 0, 0, 0, 0});
    fill(fill, 0);
}

}  // namespace railbird
