#include "search/betting_search.hpp"

#include "bindings/trial_arguments.hpp"

namespace railbird::bindings {

namespace {

using Shares = Snapshot<double, -1, -1>;

constexpr std::int64_t kMostBettingIterations = std::int64_t{1} << 28;

void check_number(double number, double most, const char* problem) {
    if (!(number >= 0 && number <= most)) throw nb::value_error(problem);
}

BettingRules checked_rules(int players, double exploration, double uncertainty, int sampled, int backup, int bins,
                           std::vector<double> bets, Shares& shares, double roll_out_bet) {
    check_number(exploration, 1e6, "the exploration is 0 to 1e6");
    check_number(uncertainty, 1e6, "the weight of uncertainty is 0 to 1e6");
    if (sampled < 0) throw nb::value_error("the number of sampled visits must not be negative");
    if (backup < 0 || backup > static_cast<int>(Backup::weighted)) throw nb::value_error("a backup is 0, 1 or 2");
    if (bins < 1 || bins > BettingSearch::kMostBins) throw nb::value_error("chance has 1 to 50 bins");
    check_number(roll_out_bet, 1000, "a bet must be 0 to 1000 pots");
    if (bets.empty() || bets.size() > BettingSearch::kMostBets) throw nb::value_error("there are 1 to 8 sizes");
    for (const double bet : bets) check_number(bet, 1000, "a bet must be 0 to 1000 pots");
    if (!std::is_sorted(bets.begin(), bets.end())) throw nb::value_error("sizes must ascend");
    if (static_cast<int>(shares.shape(0)) != players || shares.shape(1) != bets.size())
        throw nb::value_error("there must be a share for each player and size");
    std::vector<double> copy = shares.take();
    for (std::size_t row = 0; row < copy.size(); row += bets.size()) {
        double sum = 0;
        for (std::size_t i = row; i < row + bets.size(); ++i) {
            check_number(copy[i], 1, "a share is 0 to 1");
            sum += copy[i];
        }
        if (std::abs(sum - 1) > 1e-6) throw nb::value_error("the shares of a player must sum to 1");
    }
    return {exploration, uncertainty,     sampled,         static_cast<Backup>(backup),
            bins,        std::move(bets), std::move(copy), roll_out_bet};
}

// A column of a list of nodes or edges.
template <class Row, class Column>
auto column_of(const std::vector<Row>& rows, const Column& column) {
    std::vector<decltype(column(rows[0]))> values;
    values.reserve(rows.size());
    for (const Row& row : rows) values.push_back(column(row));
    return copy_to_numpy(values);
}

}  // namespace

void bind_betting_search(nb::module_& module) {
    using Search = BettingSearch;
    nb::class_<Job<Search>> type(module, "BettingUct");
    type.def(
        "__init__",
        [](Job<Search>* self, const Hand& decision, CardMask hand, const nb::bytes& board, Tables weights,
           Table strengths, Triples policies, const std::vector<Chips>& raises, double exploration, double uncertainty,
           int sampled, int backup, int bins, const std::vector<double>& bets, Shares shares, double roll_out_bet,
           double high_price) {
            TrialDeals deals = checked_deals(decision, hand, board, weights, strengths, policies, high_price);
            BettingRules rules = checked_rules(decision.game().players, exploration, uncertainty, sampled, backup, bins,
                                               bets, shares, roll_out_bet);
            construct(self, std::move(deals), std::move(rules), checked_raises(decision, raises));
        },
        nb::arg("decision"), nb::arg("hand"), nb::arg("board"), nb::arg("weights"), nb::arg("strengths"),
        nb::arg("policies"), nb::arg("raises"), nb::arg("exploration"), nb::arg("uncertainty"), nb::arg("sampled"),
        nb::arg("backup"), nb::arg("bins"), nb::arg("bets"), nb::arg("shares"), nb::arg("roll_out_bet"),
        nb::arg("high_price"));
    type.def(
        "run",
        [](Job<Search>& self, std::uint64_t seed, std::int64_t first, std::int64_t last) {
            if (first < 0 || last < first || last > kMostBettingIterations)
                throw nb::value_error("iterations must be a range within 0 to 2^28");
            self.run(1, [&](Search& search, int, const StopFlag& stop) { search.run(seed, first, last, stop); });
        },
        nb::arg("seed"), nb::arg("first"), nb::arg("last"));
    type.def_prop_ro("thrown_away", [](const Job<Search>& self) { return self.idle().thrown_away(); });
    type.def("nodes", [](const Job<Search>& self) {
        const auto& nodes = self.idle().nodes();
        using Node = Search::Node;
        return nb::make_tuple(column_of(nodes, [](const Node& node) { return static_cast<std::int32_t>(node.kind); }),
                              column_of(nodes, [](const Node& node) { return static_cast<std::int32_t>(node.player); }),
                              column_of(nodes, [](const Node& node) { return node.visits; }),
                              column_of(nodes, [](const Node& node) { return node.value.mean; }),
                              column_of(nodes, [](const Node& node) { return node.value.variance; }),
                              column_of(nodes, [](const Node& node) { return node.first_edge; }),
                              column_of(nodes, [](const Node& node) { return static_cast<std::int32_t>(node.edges); }));
    });
    type.def("edges", [](const Job<Search>& self) {
        const auto& edges = self.idle().edges();
        using Edge = Search::Edge;
        return nb::make_tuple(column_of(edges, [](const Edge& edge) { return static_cast<std::int32_t>(edge.action); }),
                              column_of(edges, [](const Edge& edge) { return static_cast<std::int64_t>(edge.amount); }),
                              column_of(edges, [](const Edge& edge) { return edge.child; }),
                              column_of(edges, [](const Edge& edge) { return edge.predicted; }));
    });
    type.def_prop_ro("bytes", [](const Job<Search>& self) {
        const Search& search = self.idle();
        return search.nodes().size() * sizeof(Search::Node) + search.edges().size() * sizeof(Search::Edge);
    });
    module.def(
        "larger_normal",
        [](double mean1, double variance1, double mean2, double variance2) {
            for (const double variance : {variance1, variance2})
                if (!(variance >= 0 && std::isfinite(variance)))
                    throw nb::value_error("a variance must be finite and not below 0");
            if (!std::isfinite(mean1) || !std::isfinite(mean2)) throw nb::value_error("a mean must be finite");
            const Normal result = larger({mean1, variance1}, {mean2, variance2});
            return nb::make_tuple(result.mean, result.variance);
        },
        nb::arg("mean1"), nb::arg("variance1"), nb::arg("mean2"), nb::arg("variance2"));
}

}  // namespace railbird::bindings
