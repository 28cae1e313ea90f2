#include <memory>

#include "bindings/bindings.hpp"
#include "bindings/instances.hpp"
#include "extensive/poker.hpp"
#include "extensive/ultimate_tic_tac_toe.hpp"
#include "game/hand.hpp"
#include "search/tree_search.hpp"

namespace railbird::bindings {

namespace {

constexpr std::int64_t kMostIterations = std::int64_t{1} << 30;

UltimateTicTacToe ultimate_position(const std::vector<int>& cells, int board, int turn) {
    if (cells.size() != 18) throw nb::value_error("a position has 18 sets of cells: nine boards of two players");
    std::array<std::uint16_t, 18> sets{};
    for (std::size_t i = 0; i < 18; ++i) {
        if (cells[i] < 0 || cells[i] > 0777) throw nb::value_error("a set of cells is a number from 0 to 511");
        sets[i] = static_cast<std::uint16_t>(cells[i]);
    }
    std::uint16_t won[2] = {0, 0}, decided = 0;
    for (std::size_t each = 0; each < 9; ++each) {
        if (sets[each] & sets[each + 9]) throw nb::value_error("two players hold the same cell");
        const bool first = UltimateTicTacToe::contains_line(sets[each]);
        const bool second = UltimateTicTacToe::contains_line(sets[each + 9]);
        if (first && second) throw nb::value_error("two players have won the same board");
        if (first) won[0] |= static_cast<std::uint16_t>(1u << each);
        if (second) won[1] |= static_cast<std::uint16_t>(1u << each);
        if (first || second || (sets[each] | sets[each + 9]) == 0777) decided |= static_cast<std::uint16_t>(1u << each);
    }
    if (turn != 0 && turn != 1) throw nb::value_error("the turn is 0 or 1");
    if (decided == 0777 || UltimateTicTacToe::contains_line(won[0]) || UltimateTicTacToe::contains_line(won[1]))
        throw nb::value_error("the game is over");
    if (board < 0 || board > UltimateTicTacToe::kAnyBoard) throw nb::value_error("the board is 0 to 8, or 9 for any");
    if (board != UltimateTicTacToe::kAnyBoard && decided >> board & 1)
        throw nb::value_error("the board to play on is decided");
    return UltimateTicTacToe(sets, board, turn);
}

// A search in a hand of limit poker, with the game that its states refer to.
class PokerSearch {
public:
    PokerSearch(const Hand& hand, int player, const std::vector<Card>& hole_cards, const std::vector<Card>& board)
        : game_(std::make_unique<GameDefinition>(hand.game())), search_(start(hand, player, hole_cards, board)) {}

    const SearchTree& tree() const { return search_.tree(); }
    std::size_t bytes() const { return search_.bytes(); }
    void run(std::int64_t iterations, double scale, RandomStream& random) { search_.run(iterations, scale, random); }

private:
    PokerState start(const Hand& hand, int player, const std::vector<Card>& hole,
                     const std::vector<Card>& board) const {
        const GameDefinition& game = *game_;
        if (game.betting != Betting::limit) throw nb::value_error("the native search plays limit games only");
        if (hand.over()) throw nb::value_error("the hand is over");
        if (player != hand.state().actor()) throw nb::value_error("it must be the turn of the searching player");
        if (hole.size() != static_cast<std::size_t>(game.hole_cards))
            throw nb::value_error("the searching player needs all hole cards");
        std::size_t needed = 0;
        for (int round = 0; round <= hand.state().round(); ++round)
            needed += static_cast<std::size_t>(game.board_cards[static_cast<std::size_t>(round)]);
        if (board.size() != needed) throw nb::value_error("the board must have all cards of the round");
        CardMask left = deck_of(game);
        for (const std::vector<Card>* cards : {&hole, &board})
            for (const Card card : *cards) {
                if (card >= kCards || !(left & bit_of(card)))
                    throw nb::value_error("cards must be different cards of the deck");
                left &= ~bit_of(card);
            }
        return PokerState(game, hand.state(), player, hole.data(), board.data(), static_cast<int>(board.size()));
    }

    std::unique_ptr<GameDefinition> game_;
    InformationSetSearch<PokerState> search_;
};

std::vector<Card> cards_of(nb::bytes cards) {
    const auto* data = static_cast<const Card*>(cards.data());
    return std::vector<Card>(data, data + cards.size());
}

template <class Search>
void run(Job<Search>& job, RandomStream& random, std::int64_t iterations, double scale) {
    if (iterations < 1 || iterations > kMostIterations) throw nb::value_error("iterations must be 1 to 2^30");
    if (!(scale >= 0 && scale < std::numeric_limits<double>::infinity()))
        throw nb::value_error("the exploration constant must be 0 or more");
    if (job.idle().tree().node(0).visits + iterations > std::numeric_limits<std::int32_t>::max())
        throw nb::value_error("a tree can have at most 2^31 - 1 iterations");
    RandomStream stream = random;  // other threads may use the given one meanwhile
    job.run(0, [&](Search& search, int, const StopFlag&) { search.run(iterations, scale, stream); });
    random = stream;
}

// The nodes and the edges that have been tried, node by node in the order in which nodes were added: player, visits and
// number of edges of each node; action, visits, total and child of each edge.
template <class Search>
nb::tuple dump(const Job<Search>& job) {
    const SearchTree& tree = job.idle().tree();
    std::vector<std::int32_t> players, visits, edges, actions, edge_visits, children;
    std::vector<double> totals;
    for (std::size_t i = 0; i < tree.nodes(); ++i) {
        const SearchNode& node = tree.node(static_cast<std::int32_t>(i));
        players.push_back(node.player);
        visits.push_back(node.visits);
        edges.push_back(node.tried);
        for (int j = 0; j < node.tried; ++j) {
            const SearchEdge& edge = tree.edge(node, j);
            actions.push_back(edge.action);
            edge_visits.push_back(edge.visits);
            totals.push_back(edge.total);
            children.push_back(edge.child);
        }
    }
    return nb::make_tuple(copy_to_numpy(players), copy_to_numpy(visits), copy_to_numpy(edges), copy_to_numpy(actions),
                          copy_to_numpy(edge_visits), copy_to_numpy(totals), copy_to_numpy(children));
}

// Action, visits and total of each edge of the root.
template <class Search>
nb::list root_edges(const Job<Search>& job) {
    const SearchTree& tree = job.idle().tree();
    const SearchNode& root = tree.node(0);
    nb::list edges;
    for (int i = 0; i < root.tried; ++i) {
        const SearchEdge& edge = tree.edge(root, i);
        edges.append(nb::make_tuple(static_cast<int>(edge.action), edge.visits, edge.total));
    }
    return edges;
}

// The most visited edge of each node, from the root down; of several, the one with the largest total. The tree of
// information sets has no children: its line is one action.
template <class Search>
nb::list principal_actions(const Job<Search>& job) {
    const SearchTree& tree = job.idle().tree();
    nb::list line;
    for (std::int32_t at = 0; at >= 0 && tree.node(at).tried > 0;) {
        const SearchNode& node = tree.node(at);
        const SearchEdge* best = &tree.edge(node, 0);
        for (int i = 1; i < node.tried; ++i) {
            const SearchEdge& edge = tree.edge(node, i);
            if (edge.visits > best->visits || (edge.visits == best->visits && edge.total > best->total)) best = &edge;
        }
        line.append(static_cast<int>(best->action));
        at = best->child;
    }
    return line;
}

template <class Search>
void bind_run(nb::class_<Job<Search>>& search) {
    search.def("run", &run<Search>, nb::arg("random"), nb::arg("iterations"), nb::arg("scale"))
        .def("dump", &dump<Search>)
        .def("root_edges", &root_edges<Search>)
        .def("principal_actions", &principal_actions<Search>)
        .def_prop_ro("nodes", [](const Job<Search>& self) { return self.idle().tree().nodes(); })
        .def_prop_ro("visits", [](const Job<Search>& self) { return self.idle().tree().node(0).visits; });
}

}  // namespace

void bind_mcts(nb::module_& module) {
    using Ultimate = UctSearch<UltimateTicTacToe>;
    nb::class_<Job<Ultimate>> ultimate(module, "UltimateSearch");
    ultimate
        .def(
            "__init__",
            [](Job<Ultimate>* self, const std::vector<int>& cells, int board, int turn) {
                construct(self, ultimate_position(cells, board, turn));
            },
            nb::arg("cells"), nb::arg("board"), nb::arg("turn"))
        .def_prop_ro("memory", [](const Job<Ultimate>& self) { return self.idle().tree().bytes(); });
    bind_run(ultimate);

    nb::class_<Job<PokerSearch>> poker(module, "PokerSearch");
    poker
        .def(
            "__init__",
            [](Job<PokerSearch>* self, const Hand& hand, int player, nb::bytes hole_cards, nb::bytes board) {
                construct(self, hand, player, cards_of(hole_cards), cards_of(board));
            },
            nb::arg("hand"), nb::arg("player"), nb::arg("hole_cards"), nb::arg("board"))
        .def_prop_ro("memory", [](const Job<PokerSearch>& self) { return self.idle().bytes(); });
    bind_run(poker);
}

}  // namespace railbird::bindings
