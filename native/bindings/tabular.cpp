#include <cmath>

#include "bindings/bindings.hpp"
#include "bindings/game_tree_arguments.hpp"
#include "bindings/instances.hpp"
#include "solve/sampled_cfr.hpp"
#include "solve/sequence_form.hpp"
#include "solve/tabular_cfr.hpp"

namespace railbird::bindings {

namespace {

constexpr std::size_t kMostPlayers = 16;

// Constructs a sequence form from arrays that anybody may have filled.
void construct_form(SequenceForm* self, Array<std::int32_t> set_player, Array<std::int32_t> set_start,
                    Array<std::int32_t> parents, const Matrix<std::int32_t>& endings, const Matrix<double>& payoffs) {
    const std::size_t sets = parents.size(), players = endings.shape(1);
    if (players < 1 || players > kMostPlayers) throw nb::value_error("a game has 1 to 16 players");
    if (set_player.size() != sets || set_start.size() != sets + 1)
        throw nb::value_error("players, starts and parents of the information sets do not match");
    if (payoffs.shape(0) != endings.shape(0) || payoffs.shape(1) != players)
        throw nb::value_error("each ending has a sequence and a payoff for each player");
    if (endings.shape(0) > static_cast<std::size_t>(kMostRows)) throw nb::value_error("there are at most 2^30 endings");
    const std::int32_t* start = set_start.data();
    if (start[0] != 0) throw nb::value_error("the rows of the first information set start at 0");
    std::vector<std::int32_t> first(players, 0), last(players, 0);  // the rows of each player
    for (std::size_t set = 0; set < sets; ++set) {
        const std::int32_t player = set_player.data()[set];
        if (player < 0 || player >= static_cast<std::int32_t>(players) ||
            (set > 0 && player < set_player.data()[set - 1]))
            throw nb::value_error("information sets are sorted by player");
        if (start[set + 1] <= start[set] || start[set + 1] > kMostRows)
            throw nb::value_error("an information set has one or more rows, and there are at most 2^30");
        const auto own = static_cast<std::size_t>(player);
        if (last[own] == 0) first[own] = start[set];
        const std::int32_t parent = parents.data()[set];
        if (parent != 0 && (parent <= first[own] || parent > start[set]))
            throw nb::value_error("an information set follows an earlier action of the same player");
        last[own] = start[set + 1];
    }
    for (std::size_t i = 0; i < endings.size(); ++i) {
        const std::int32_t sequence = endings.data()[i];
        if (sequence != 0 && (sequence <= first[i % players] || sequence > last[i % players]))
            throw nb::value_error("an ending has a sequence that is not one of the player's");
        if (!std::isfinite(payoffs.data()[i])) throw nb::value_error("a payoff must be a finite number");
    }
    construct(self, static_cast<int>(players), set_player.take(), set_start.take(), parents.take(), endings.values(),
              payoffs.values());
}

void check_policy(const SequenceForm& form, const Array<double>& policy) {
    if (policy.size() != static_cast<std::size_t>(form.rows()))
        throw nb::value_error("a strategy has one probability for each row");
}

void check_player(const SequenceForm& form, int player) {
    if (player < 0 || player >= form.players()) throw nb::value_error("there is no such player");
}

std::vector<double> reach_of(const SequenceForm& form, const double* policy) {
    std::vector<double> reach(static_cast<std::size_t>(form.rows()) + 1, 1.0);
    for (int player = 0; player < form.players(); ++player) form.reach(player, policy, reach.data());
    return reach;
}

Restriction restriction_of(const SequenceForm& form, int player, double p, Array<double> model,
                           Array<double> confidence) {
    check_player(form, player);
    check_policy(form, model);
    if (!(p >= 0 && p <= 1)) throw nb::value_error("the probability of following the model is 0 to 1");
    if (confidence.size() != static_cast<std::size_t>(form.sets()))
        throw nb::value_error("there is a confidence for each information set");
    for (std::size_t i = 0; i < model.size(); ++i)
        if (!(model.data()[i] >= 0 && model.data()[i] <= 1)) throw nb::value_error("a probability is 0 to 1");
    for (std::size_t i = 0; i < confidence.size(); ++i)
        if (!(confidence.data()[i] >= 0 && confidence.data()[i] <= 1)) throw nb::value_error("a confidence is 0 to 1");
    return {player, p, model.take(), confidence.take()};
}

// What a restricted player gets at best against the others.
double best_restricted_value(const SequenceForm& form, const Array<double>& policy, int player, double p,
                             Array<double> model, Array<double> confidence) {
    check_policy(form, policy);
    const Restriction restriction = restriction_of(form, player, p, std::move(model), std::move(confidence));
    double value = 0;
    run_interruptibly(0, [&](int, const StopFlag&) {
        const std::vector<double> reach = reach_of(form, policy.data());
        std::vector<double> values(reach.size());
        value = best_restricted(form, restriction, reach.data(), values.data());
    });
    return value;
}

// The payoff of a player's best response, and the strategy with it in the player's rows.
nb::tuple best_response(const SequenceForm& form, Array<double> policy, int player) {
    check_policy(form, policy);
    check_player(form, player);
    std::vector<double> choice = policy.take();
    double value = 0;
    run_interruptibly(0, [&](int, const StopFlag&) {
        const std::vector<double> reach = reach_of(form, choice.data());
        std::vector<double> values(reach.size());
        value = form.best_response(player, reach.data(), values.data(), choice.data());
    });
    return nb::make_tuple(value, copy_to_numpy(choice));
}

// For each player: the expected payoff, and that of a best response.
nb::tuple evaluate(const SequenceForm& form, const Array<double>& policy) {
    check_policy(form, policy);
    const auto players = static_cast<std::size_t>(form.players());
    std::vector<double> values(players), best(players);
    run_interruptibly(0, [&](int, const StopFlag&) {
        const std::vector<double> reach = reach_of(form, policy.data());
        std::vector<double> scratch(reach.size());
        for (int player = 0; player < form.players(); ++player) {
            values[static_cast<std::size_t>(player)] = form.value(player, reach.data());
            best[static_cast<std::size_t>(player)] = form.best_response(player, reach.data(), scratch.data(), nullptr);
        }
    });
    return nb::make_tuple(copy_to_numpy(values), copy_to_numpy(best));
}

void run_cfr(Job<TabularCfr>& job, Array<double> positive, Array<double> negative, Array<double> weights,
             bool alternating, bool predictive) {
    if (positive.size() != weights.size() || negative.size() != weights.size())
        throw nb::value_error("a schedule has two factors and a weight for each iteration");
    for (std::size_t i = 0; i < weights.size(); ++i)
        for (const Array<double>* each : {&positive, &negative, &weights})
            if (!(each->data()[i] >= 0 && std::isfinite(each->data()[i])))
                throw nb::value_error("factors and weights are finite and 0 or more");
    const RegretSchedule schedule{positive.take(), negative.take(), weights.take()};
    job.run(0, [&](TabularCfr& cfr, int, const StopFlag& stop) { cfr.run(schedule, alternating, predictive, stop); });
}

void run_sampled(Job<SampledCfr>& job, RandomStream& random, std::int64_t iterations, bool external) {
    if (iterations < 0 || iterations > kMostIterations) throw nb::value_error("iterations must be 0 to 2^40");
    RandomStream stream = random;  // other threads may use the given one meanwhile
    const Sampling sampling = external ? Sampling::external : Sampling::chance;
    job.run(0, [&](SampledCfr& cfr, int, const StopFlag& stop) { cfr.run(stream, iterations, sampling, stop); });
    random = stream;
}

template <class Method>
void bind_tables(nb::class_<Job<Method>>& solver) {
    solver.def_prop_ro("iterations", [](const Job<Method>& self) { return self.idle().iterations(); })
        .def("current", [](const Job<Method>& self) { return copy_to_numpy(self.idle().policy()); })
        .def("cumulative", [](const Job<Method>& self) { return copy_to_numpy(self.idle().cumulative()); })
        .def("regrets", [](const Job<Method>& self) { return copy_to_numpy(self.idle().regrets()); });
}

}  // namespace

void bind_tabular(nb::module_& module) {
    nb::class_<SequenceForm>(module, "SequenceTables")
        .def("__init__", &construct_form, nb::arg("set_player"), nb::arg("set_start"), nb::arg("parents"),
             nb::arg("endings"), nb::arg("payoffs"))
        .def(
            "reach",
            [](const SequenceForm& self, const Array<double>& policy) {
                check_policy(self, policy);
                return copy_to_numpy(reach_of(self, policy.data()));
            },
            nb::arg("policy"))
        .def("best_response", &best_response, nb::arg("policy"), nb::arg("player"))
        .def("best_restricted", &best_restricted_value, nb::arg("policy"), nb::arg("player"), nb::arg("p"),
             nb::arg("model"), nb::arg("confidence"))
        .def("evaluate", &evaluate, nb::arg("policy"));

    nb::class_<Job<TabularCfr>> tabular(module, "TabularCfr");
    tabular
        .def(
            "__init__", [](Job<TabularCfr>* self, const SequenceForm& form) { construct(self, form); }, nb::arg("form"),
            nb::keep_alive<1, 2>())
        .def(
            "__init__",
            [](Job<TabularCfr>* self, const SequenceForm& form, int player, double p, Array<double> model,
               Array<double> confidence) {
                construct(self, form, restriction_of(form, player, p, std::move(model), std::move(confidence)));
            },
            nb::arg("form"), nb::arg("player"), nb::arg("p"), nb::arg("model"), nb::arg("confidence"),
            nb::keep_alive<1, 2>())
        .def("run", &run_cfr, nb::arg("positive"), nb::arg("negative"), nb::arg("weights"), nb::arg("alternating"),
             nb::arg("predictive"));
    bind_tables(tabular);

    nb::class_<Job<SampledCfr>> sampled(module, "SampledCfr");
    sampled
        .def(
            "__init__",
            [](Job<SampledCfr>* self, const SequenceForm& form, Array<std::int32_t> actor, Array<std::int32_t> children,
               Array<std::int32_t> information_set, Array<double> chance, Matrix<double> payoffs) {
                construct(self, form,
                          tree_of(form, std::move(actor), std::move(children), std::move(information_set),
                                  std::move(chance), std::move(payoffs)));
            },
            nb::arg("form"), nb::arg("actor"), nb::arg("children"), nb::arg("information_set"), nb::arg("chance"),
            nb::arg("payoffs"), nb::keep_alive<1, 2>())
        .def("run", &run_sampled, nb::arg("random"), nb::arg("iterations"), nb::arg("external"));
    bind_tables(sampled);
}

}  // namespace railbird::bindings
