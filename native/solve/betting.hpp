// The betting of two players as a tree, which knows no cards.
#pragma once

#include <cstdint>
#include <vector>

namespace railbird {

enum class PublicKind : std::uint8_t { decision, deal, fold, showdown };

// A node of the betting tree. Parents come before their children.
struct BettingNode {
    PublicKind kind;
    std::int8_t actor;   // who decides, or who has folded
    std::uint8_t round;  // at a deal, the round that comes
    std::int32_t first_edge;
    std::int32_t edges;

    // The round that goes on here; at a deal, the one that has ended.
    int round_before() const { return round - (kind == PublicKind::deal ? 1 : 0); }
};

// Throws std::invalid_argument unless these nodes are a tree of betting with this many rounds.
void check_betting(const std::vector<BettingNode>& nodes, const std::vector<std::int32_t>& children, int rounds);

}  // namespace railbird
