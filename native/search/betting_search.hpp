// UCT over the betting of a hand against predicted opponents (Van den Broeck, Driessens and Ramon 2009).
//
// The tree has the decisions of the deciding player, those of the others, and chance: how strong the deciding player's
// hand is on the next board, in a few bins. An iteration deals as in TrialDeals and walks down: the deciding player's
// actions are chosen by UCT, the others' drawn from their policy tables with the hands they were dealt. The first new
// node is rolled out. What a node has seen of others' cards is only in its means, so that no decision depends on them.
#pragma once

#include <vector>

#include "base/logarithm.hpp"
#include "base/normal.hpp"
#include "base/parallel.hpp"
#include "search/simulation.hpp"

namespace railbird {

// How the value of a node follows from what is below it.
enum class Backup : std::uint8_t {
    mean,      // the mean of its samples
    maximum,   // own nodes: the largest of the children seen as normal values; others': children by visits
    weighted,  // the same, with others' children weighted by the predicted probability of the action
};

struct BettingRules {
    double exploration;    // C of UCT, in standard deviations of what is won
    double uncertainty;    // C2 of UCT+, on the standard error of a child; 0 is UCT
    std::int32_t sampled;  // own nodes with fewer visits draw from the own policy table
    Backup backup;
    std::int32_t bins;           // of the deciding player's strength at a chance node
    std::vector<double> bets;    // sizes of later raises in no-limit games, in pots, ascending
    std::vector<double> shares;  // [players, bets]: how often a player's raise has each size
    double roll_out_bet;         // the size of raises in roll-outs, in pots
};

class BettingSearch {
public:
    static constexpr int kMostBets = 8, kMostBins = 50;
    static constexpr std::size_t kMostEdges = 64;  // of a node

    enum class Kind : std::uint8_t { own, other, chance, end };

    struct Node {
        Normal value;  // of the winnings from the decision on, in chips; the variance is that of the mean
        double mean = 0;
        double squares = 0;  // sum of squared distances from the mean
        double pot = 0;
        std::int32_t visits = 0;
        std::int32_t first_edge = -1;  // -1 until the node is first left
        std::int16_t edges = 0;
        Kind kind = Kind::end;
        std::int8_t player = kNobody;
        bool certain = false;  // the deciding player has folded
    };
    struct Edge {
        double predicted = 0;  // others' nodes: sum of the action's predicted probabilities, over visits
        double share = 0;      // of this size among the player's raises
        Chips amount = 0;      // the total that a raise goes to
        std::int32_t child = -1;
        ActionKind action = ActionKind::call;
    };

    // `raises` are the deciding player's raises at this decision.
    BettingSearch(TrialDeals deals, BettingRules rules, std::vector<Chips> raises);

    // Iterations are numbered; each has its own random stream.
    void run(std::uint64_t seed, std::int64_t first, std::int64_t last, const StopFlag& stop);

    const Edge& edge(const Node& node, int number) const {
        return edges_[static_cast<std::size_t>(node.first_edge + number)];
    }
    const Node& child(const Edge& edge) const { return nodes_[static_cast<std::size_t>(edge.child)]; }
    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<Edge>& edges() const { return edges_; }
    std::int64_t thrown_away() const { return thrown_away_; }

private:
    void iterate(std::uint64_t seed, std::int64_t number);
    std::int32_t add_node(const HandState& state, bool new_round);
    void prepare(Node& node, const HandState& state);
    void add_edge(ActionKind action, Chips amount, double share);
    int drawn_edge(const Node& node, const HandState& state, RandomStream& random);
    int best_edge(const Node& node) const;
    int strength_bin(int round);
    void back_up(Node& node, double won);
    Normal from_children(const Node& node) const;

    TrialDeals deals_;
    BettingRules rules_;
    std::vector<Chips> raises_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::int64_t thrown_away_ = 0;
    double spread_ = 0;  // variance of what was won in the search so far, with one more observation that was a pot away
    LogTable logs_;
    TrialDeals::Deal deal_;
    std::vector<std::int32_t> path_;
};

}  // namespace railbird
