#include "solve/betting.hpp"

#include <stdexcept>

namespace railbird {

namespace {

constexpr int kDeepest = 500;  // actions and deals in a row

void require(bool fine, const char* otherwise) {
    if (!fine) throw std::invalid_argument(otherwise);
}

}  // namespace

void check_betting(const std::vector<BettingNode>& nodes, const std::vector<std::int32_t>& children, int rounds) {
    require(!nodes.empty(), "the tree has no nodes");
    require(rounds >= 1 && rounds <= 8, "there are one to eight rounds");
    const auto count = static_cast<std::int32_t>(nodes.size());
    std::vector<int> depth(nodes.size(), -1);
    depth[0] = 0;
    for (std::int32_t i = 0; i < count; ++i) {
        const BettingNode& node = nodes[static_cast<std::size_t>(i)];
        const int own_depth = depth[static_cast<std::size_t>(i)];
        require(own_depth >= 0, "a node has no parent before it");
        require(own_depth <= kDeepest, "the betting is too long");
        require(node.kind <= PublicKind::showdown, "a kind of node is 0 to 3");
        const bool decision = node.kind == PublicKind::decision, deal = node.kind == PublicKind::deal;
        require(node.actor == 0 || node.actor == 1 || deal || node.kind == PublicKind::showdown, "an actor is 0 or 1");
        require(node.round < rounds, "a round is not among the deals");
        require(!deal || node.round > 0, "a deal comes before a later round");
        require(decision ? node.edges >= 1 && node.edges <= 1000
                : deal   ? node.edges == 1
                         : node.edges == 0,
                "ends have no edges, deals one, decisions one to 1000");
        require(node.kind != PublicKind::showdown || node.round == rounds - 1, "a showdown needs the whole board");
        require(node.first_edge >= 0 && node.first_edge + static_cast<std::int64_t>(node.edges) <=
                                            static_cast<std::int64_t>(children.size()),
                "an edge does not exist");
        for (int edge = 0; edge < node.edges; ++edge) {
            const std::int32_t child = children[static_cast<std::size_t>(node.first_edge + edge)];
            require(child > i && child < count && depth[static_cast<std::size_t>(child)] < 0,
                    "a child comes after its one parent");
            require(nodes[static_cast<std::size_t>(child)].round_before() == node.round,
                    "the round changes at deals, by one");
            depth[static_cast<std::size_t>(child)] = own_depth + 1;
        }
    }
    require(nodes[0].kind == PublicKind::decision || nodes[0].kind == PublicKind::deal,
            "the first node is a decision or a deal");
}

}  // namespace railbird
