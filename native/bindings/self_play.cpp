#include "solve/self_play.hpp"

#include "bindings/bucket_game_arguments.hpp"
#include "bindings/game_tree_arguments.hpp"
#include "bindings/instances.hpp"
#include "solve/bucket_world.hpp"
#include "solve/tree_world.hpp"

namespace railbird::bindings {

namespace {

SelfPlaySettings settings_of(double exploration, double gamma, double eta, double decay) {
    if (!(exploration >= 0 && exploration <= 1e12)) throw nb::value_error("the exploration is 0 to 1e12");
    if (!(gamma >= 0 && gamma <= 1) || !(eta >= 0 && eta <= 1)) throw nb::value_error("gamma and eta are 0 to 1");
    if (!(decay >= 0 && decay <= 1e12)) throw nb::value_error("the decay is 0 to 1e12");
    return {exploration, gamma, eta, decay};
}

template <class World>
void run(Job<SelfPlay<World>>& job, RandomStream& random, std::int64_t episodes, double exploration, double gamma,
         double eta, double decay) {
    if (episodes < 0 || episodes > kMostIterations) throw nb::value_error("episodes must be 0 to 2^40");
    const SelfPlaySettings settings = settings_of(exploration, gamma, eta, decay);
    RandomStream stream = random;  // other threads may use the given one meanwhile
    job.run(0, [&](SelfPlay<World>& play, int, const StopFlag& stop) { play.run(stream, episodes, settings, stop); });
    random = stream;
}

template <class World>
void restore(Job<SelfPlay<World>>& job, std::int64_t episodes, const Snapshot<std::int64_t, -1>& visits,
             const Snapshot<double, -1>& totals) {
    SelfPlay<World>& play = job.idle();
    if (visits.size() != play.arms().size() || totals.size() != play.arms().size())
        throw nb::value_error("there are visits and a total for each row");
    if (episodes < 0 || episodes > kMostIterations) throw nb::value_error("episodes must be 0 to 2^40");
    std::vector<Arm> arms;
    for (std::size_t row = 0; row < visits.size(); ++row) {
        const Arm arm{totals.data()[row], visits.data()[row]};
        if (arm.visits < 0 || arm.visits > episodes)
            throw nb::value_error("a row has as many visits as episodes at most");
        if (!std::isfinite(arm.total)) throw nb::value_error("a total must be a finite number");
        arms.push_back(arm);
    }
    play.restore(episodes, std::move(arms));
}

template <class World>
void bind_play(nb::class_<Job<SelfPlay<World>>>& play) {
    play.def("run", &run<World>, nb::arg("random"), nb::arg("episodes"), nb::arg("exploration"), nb::arg("gamma"),
             nb::arg("eta"), nb::arg("decay"))
        .def("restore", &restore<World>, nb::arg("episodes"), nb::arg("visits"), nb::arg("totals"))
        .def_prop_ro("episodes", [](const Job<SelfPlay<World>>& self) { return self.idle().episodes(); })
        .def("visits",
             [](const Job<SelfPlay<World>>& self) {
                 std::vector<std::int64_t> visits;
                 for (const Arm& arm : self.idle().arms()) visits.push_back(arm.visits);
                 return copy_to_numpy(visits);
             })
        .def("totals", [](const Job<SelfPlay<World>>& self) {
            std::vector<double> totals;
            for (const Arm& arm : self.idle().arms()) totals.push_back(arm.total);
            return copy_to_numpy(totals);
        });
}

}  // namespace

void bind_self_play(nb::module_& module) {
    nb::class_<Job<SelfPlay<TreeWorld>>> in_tree(module, "TreeSelfPlay");
    in_tree.def(
        "__init__",
        [](Job<SelfPlay<TreeWorld>>* self, const SequenceForm& form, Array<std::int32_t> actor,
           Array<std::int32_t> children, Array<std::int32_t> information_set, Array<double> chance,
           Matrix<double> payoffs) {
            construct(self,
                      TreeWorld(form, tree_of(form, std::move(actor), std::move(children), std::move(information_set),
                                              std::move(chance), std::move(payoffs))));
        },
        nb::arg("form"), nb::arg("actor"), nb::arg("children"), nb::arg("information_set"), nb::arg("chance"),
        nb::arg("payoffs"), nb::keep_alive<1, 2>());
    bind_play(in_tree);

    nb::class_<Job<SelfPlay<BucketWorld>>> in_buckets(module, "BucketSelfPlay");
    in_buckets.def(
        "__init__",
        [](Job<SelfPlay<BucketWorld>>* self, const BettingArrays& tree, const Snapshot<double, -1>& stakes,
           const std::vector<int>& counts, const std::vector<std::vector<std::int32_t>>& parents, const Table& meetings,
           const Table& wins) { construct(self, BucketWorld(game_of(tree, stakes, counts, parents, meetings, wins))); },
        nb::arg("tree"), nb::arg("stakes"), nb::arg("counts"), nb::arg("parents"), nb::arg("meetings"),
        nb::arg("wins"));
    bind_play(in_buckets);
}

}  // namespace railbird::bindings
