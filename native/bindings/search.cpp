#include "bindings/instances.hpp"
#include "bindings/tree_arguments.hpp"
#include "bindings/trial_arguments.hpp"
#include "search/chance_miximax.hpp"
#include "search/miximax.hpp"
#include "search/priced_walk.hpp"

namespace railbird::bindings {

namespace {

using Numbers = Buffer<const double, -1>;  // any values are safe, so they are read without a copy
using Matrix = Snapshot<double, -1, -1>;

void check_search(const BettingTree& tree, int player, int node) {
    check_node(tree, node);
    check_player(tree, player);
    if (tree.actor(node) != player) throw nb::value_error("it is not this player's turn");
}

OwnStrategy mixing(double temperature) {
    if (!(temperature >= 0) || std::isinf(temperature))
        throw nb::value_error("a temperature must be finite and not below 0");
    return {temperature > 0 ? OwnStrategy::Kind::soft_max : OwnStrategy::Kind::best, temperature};
}

nb::tuple to_tuple(const SearchResult& result) {
    return nb::make_tuple(result.values[0], result.values[1], result.values[2], result.visited);
}

template <class Model>
nb::tuple searched(BettingTree& tree, const Model& model, int player, int node, const OwnStrategy& own) {
    check_search(tree, player, node);
    return to_tuple(Miximax<Model>(tree, model, player, own).search(node));
}

Beliefs beliefs_of(BettingTree& tree, const std::vector<const Belief*>& given, int player, int bins) {
    if (static_cast<int>(given.size()) != tree.players())
        throw nb::value_error("there must be a belief (or None) for each position");
    Beliefs beliefs{};
    for (int position = 0; position < tree.players(); ++position) {
        const Belief* belief = given[position];
        if (!belief && position != player) throw nb::value_error("every other player needs a belief");
        if (belief && (&belief->contexts().tree() != &tree || bins > belief->bins()))
            throw nb::value_error("a belief is of another tree, or has other bins");
        beliefs[position] = belief;
    }
    return beliefs;
}

Beliefs outlook_beliefs(BettingTree& tree, const std::vector<const Belief*>& given, int player,
                        const Outlook& outlook) {
    const int bins = outlook.sizes[kSearchRounds];
    const Beliefs checked = beliefs_of(tree, given, player, bins);
    for (const Belief* belief : given)
        if (belief && belief->bins() != bins) throw nb::value_error("an outlook has other bins");
    return checked;
}

void check_outlook(const Outlook& outlook, int round) {
    if (outlook.sizes[round] == 0) throw nb::value_error("an outlook begins after this round");
}

PriceRules checked_prices(const std::vector<double>& prices, double bet, std::size_t classes) {
    for (std::size_t i = 0; i < prices.size(); ++i)
        if (!(prices[i] > (i ? prices[i - 1] : 0) && prices[i] < 1))
            throw nb::value_error("prices are shares of the pot in ascending order");
    if (classes != prices.size() + 1) throw nb::value_error("there must be beliefs for each class of prices");
    if (!(bet >= 0 && bet <= 1000)) throw nb::value_error("a bet must be 0 to 1000 pots");
    return {prices, bet};
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<Outlook>(module, "Outlook")
        .def(
            "__init__",
            [](Outlook* self, int round, const std::vector<Matrix>& steps) {
                const int missing =
                    round < 0 || round > kSearchRounds || steps.size() > static_cast<std::size_t>(kSearchRounds)
                        ? -1
                        : kSearchRounds - round - static_cast<int>(steps.size());
                if (steps.empty() || missing < 0 || missing > 1)
                    throw nb::value_error(
                        "there must be a step from each round to the next, and optionally one to the bins");
                Outlook made;
                for (std::size_t i = 0; i < steps.size(); ++i) {
                    const int from = static_cast<int>(steps[i].shape(0)), to = static_cast<int>(steps[i].shape(1));
                    if (from < 1 || to < 1 || from > 10'000 || to > 10'000 || (i && from != made.sizes[round + i]))
                        throw nb::value_error("the steps of an outlook do not fit together");
                    made.sizes[round + i] = from;
                    made.sizes[round + i + 1] = to;
                    auto& step = made.steps[round + i];
                    step.resize(steps[i].size());
                    for (int row = 0; row < from; ++row)
                        for (int column = 0; column < to; ++column)
                            step[static_cast<std::size_t>(column) * from + row] =
                                steps[i].data()[static_cast<std::size_t>(row) * to + column];
                }
                if (missing) made.sizes[kSearchRounds] = made.sizes[kSearchRounds - 1];
                construct(self, std::move(made));
            },
            nb::arg("first_round"), nb::arg("steps"));
    module.def(
        "search_ranks",
        [](BettingTree& tree, const std::vector<const Belief*>& beliefs, int node, int player, int bin,
           double temperature) {
            if (bin < 0) throw nb::value_error("no such bin");
            const RankView view{tree, beliefs_of(tree, beliefs, player, bin), player, bin};
            return searched(tree, view, player, node, mixing(temperature));
        },
        nb::arg("tree"), nb::arg("beliefs").noconvert(), nb::arg("node"), nb::arg("player"), nb::arg("rank_bin"),
        nb::arg("temperature") = 0.0);
    module.def(
        "search_outlook",
        [](BettingTree& tree, const std::vector<const Belief*>& beliefs, int node, int player, const Outlook& outlook,
           double temperature, double least_reach) {
            check_search(tree, player, node);
            const Beliefs checked = outlook_beliefs(tree, beliefs, player, outlook);
            const int round = tree.round(node);
            check_outlook(outlook, round);
            ChanceMiximax search(TreeWalk(tree, checked, player), player, outlook, mixing(temperature), least_reach);
            nb::list values;
            for (const int child : children_of(tree, node)) {
                if (child == BettingTree::kNone)
                    values.append(nb::none());
                else
                    values.append(copy_to_numpy(search.after(child, round)));
            }
            return nb::make_tuple(values, search.visited());
        },
        nb::arg("tree"), nb::arg("beliefs").noconvert(), nb::arg("node"), nb::arg("player"), nb::arg("outlook"),
        nb::arg("temperature") = 0.0, nb::arg("least_reach") = 0.0);
    module.def(
        "search_priced",
        [](const Hand& decision, BettingTree& tree, int node, int highest,
           const std::vector<std::vector<const Belief*>>& beliefs, const std::vector<double>& prices, double bet,
           const Outlook& outlook, const std::vector<Chips>& raises, double temperature, double least_reach) {
            check_node(tree, node);
            const HandState& state = decision.state();
            const GameDefinition& game = decision.game();
            if (state.over()) throw nb::value_error("the hand is over");
            if (game.players != tree.players() || game.rounds != kSearchRounds)
                throw nb::value_error("the hand does not fit the tree");
            PriceRules rules = checked_prices(prices, bet, beliefs.size());
            if (highest < 0 || highest > static_cast<int>(prices.size())) throw nb::value_error("no such class");
            const int player = state.actor(), round = state.round();
            check_outlook(outlook, round);
            std::vector<Beliefs> checked;
            for (const auto& given : beliefs) checked.push_back(outlook_beliefs(tree, given, player, outlook));
            check_raises(decision, raises);
            const PricedWalk walk(game, tree, std::move(checked), std::move(rules), player);
            const PricedPlace place = walk.begin(state, node, highest);
            ChanceMiximax search(walk, player, outlook, mixing(temperature), least_reach);
            nb::list values;
            const auto add = [&](ActionKind action, Chips amount) {
                values.append(copy_to_numpy(search.after(walk.after(place, action, amount), round)));
            };
            if (state.legal(game).fold)
                add(ActionKind::fold, 0);
            else
                values.append(nb::none());
            add(ActionKind::call, 0);
            for (const Chips amount : raises) add(ActionKind::raise, amount);
            return nb::make_tuple(values, search.visited());
        },
        nb::arg("decision"), nb::arg("tree"), nb::arg("node"), nb::arg("highest"), nb::arg("beliefs").noconvert(),
        nb::arg("prices"), nb::arg("bet"), nb::arg("outlook"), nb::arg("raises"), nb::arg("temperature") = 0.0,
        nb::arg("least_reach") = 0.0);
    module.def(
        "search_tables",
        [](BettingTree& tree, const Numbers& frequencies, const Numbers& wins, int node, int player, double temperature,
           bool own_given) {
            if (frequencies.shape(0) != wins.shape(0))
                throw nb::value_error("frequencies and wins must have the same length");
            const TableModel model{frequencies.data(), wins.data(), static_cast<int>(wins.shape(0))};
            const OwnStrategy own = own_given ? OwnStrategy{OwnStrategy::Kind::given, 0} : mixing(temperature);
            return searched(tree, model, player, node, own);
        },
        nb::arg("tree"), nb::arg("frequencies"), nb::arg("wins"), nb::arg("node"), nb::arg("player"),
        nb::arg("temperature") = 0.0, nb::arg("own_given") = false);
}

}  // namespace railbird::bindings
