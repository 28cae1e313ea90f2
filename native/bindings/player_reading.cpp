// What is known of a player, and the hands that fit what they do.
#include "models/player_reading.hpp"

#include <cmath>
#include <string>

#include "bindings/bindings.hpp"
#include "bindings/instances.hpp"

namespace railbird::bindings {

namespace {

struct Rules {
    std::shared_ptr<const ReadingRules> rules;
};

struct Reading {
    std::shared_ptr<ReadingState> reading;
};

using Context = std::tuple<int, int, int, int, int, int, bool, bool>;
using Strata = Snapshot<std::int64_t, kHands>;

constexpr double kMostCount = 1e12;
constexpr double kMostShare = 1 + 1e-6;  // rounding may have made it more than 1

ReadContext::Kind checked_kind(int kind) {
    if (kind < 0 || kind >= ReadContext::kKinds) throw nb::value_error("there is no such kind of contexts");
    return static_cast<ReadContext::Kind>(kind);
}

int checked_action(int action) {
    if (action < 0 || action >= kActionKinds) throw nb::value_error("an action is 0, 1 or 2");
    return action;
}

double checked_positive(double number, const char* what) {
    if (!(number > 0 && std::isfinite(number))) throw nb::value_error((std::string(what) + " must be above 0").c_str());
    return number;
}

// The number of a context of each kind; of those to come, only the fine one and the rough one need be known.
ReadContext checked_context(const ReadingRules& rules, const std::array<int, ReadContext::kKinds>& numbers,
                            bool may_fold, bool may_raise, bool coming) {
    for (std::size_t kind = 0; kind < numbers.size(); ++kind) {
        const bool left_out = coming && kind != ReadContext::kFine && kind != ReadContext::kRough;
        if (left_out && numbers[kind] == ReadContext::kUnknown) continue;
        if (numbers[kind] < 0 || numbers[kind] >= rules.contexts[kind])
            throw nb::value_error("a context has a number that does not exist");
    }
    const int street = numbers[ReadContext::kRough] * kReadStreets / rules.contexts[ReadContext::kRough];
    return {numbers, street, may_fold, may_raise};
}

ReadContext checked_context(const ReadingRules& rules, const Context& given) {
    const auto [fine, middle, pressure, rough, priced, sequence, may_fold, may_raise] = given;
    return checked_context(rules, {fine, middle, pressure, rough, priced, sequence}, may_fold, may_raise, false);
}

std::array<std::uint8_t, kHands> checked_strata(const Strata& given) {
    std::array<std::uint8_t, kHands> strata;
    for (std::size_t hand = 0; hand < kHands; ++hand) {
        const std::int64_t stratum = given.values()[hand];
        if (stratum < 0 || stratum >= kStrata) throw nb::value_error("there is no such stratum");
        strata[hand] = static_cast<std::uint8_t>(stratum);
    }
    return strata;
}

template <class T>
nb::ndarray<nb::numpy, T> array_of(const T* first, std::initializer_list<std::size_t> shape) {
    std::size_t size = 1;
    for (const std::size_t each : shape) size *= each;
    std::unique_ptr<T[]> copy(new T[size]);
    std::copy_n(first, size, copy.get());
    return to_numpy(std::move(copy), shape);
}

nb::object triple_array(const Triple& triple) { return nb::cast(array_of(triple.data(), {triple.size()})); }

nb::object triples_array(const std::vector<Triple>& triples) {
    return nb::cast(array_of(triples.front().data(), {triples.size(), kActionKinds}));
}

nb::object levels_array(const std::vector<StratumTriples>& levels) {
    return nb::cast(array_of(levels.front().front().data(), {levels.size(), kStrata, kActionKinds}));
}

// Counts as they are worth beside those of the last hand.
nb::object counts_array(const std::vector<float>& counts, double scale, std::initializer_list<std::size_t> shape) {
    std::unique_ptr<float[]> copy(new float[counts.size()]);
    for (std::size_t i = 0; i < counts.size(); ++i)
        copy[i] = static_cast<float>(static_cast<double>(counts[i]) / scale);
    return nb::cast(to_numpy(std::move(copy), shape));
}

template <class T, int... Extents>
std::vector<T> part_of(const nb::dict& state, const std::string& name, std::initializer_list<std::size_t> shape) {
    const nb::object part = state[name.c_str()];  // KeyError
    Snapshot<T, Extents...> found;
    bool fits = found.read(part.ptr(), true);
    std::size_t dimension = 0;
    for (const std::size_t each : shape) fits = fits && found.shape(dimension++) == each;
    if (!fits) throw nb::value_error(("its " + name + " are malformed").c_str());
    return found.take();
}

std::vector<double> logs_of(const nb::dict& state, const std::string& name, std::size_t count) {
    std::vector<double> logs = part_of<double, -1>(state, name, {count});
    for (const double each : logs)
        if (!std::isfinite(each)) throw nb::value_error(("its " + name + " are malformed").c_str());
    return logs;
}

std::vector<float> checked_counts(std::vector<float> counts, const std::string& name) {
    for (const float each : counts)
        if (!(each >= 0 && static_cast<double>(each) < kMostCount))
            throw nb::value_error(("its " + name + " are malformed").c_str());
    return counts;
}

std::size_t contexts_of(const ReadingRules& rules, ReadContext::Kind kind) {
    return static_cast<std::size_t>(rules.contexts[kind]);
}

nb::dict state_of(const ReadingState& reading) {
    const ReadingRules& rules = reading.rules();
    const ReadingCounts& counts = reading.counts();
    nb::dict state;
    state["types"] = copy_to_numpy(counts.types);
    state["evidence"] = copy_to_numpy(counts.evidence);
    state["hand evidence"] = copy_to_numpy(counts.hand_evidence);
    state["powers"] = copy_to_numpy(counts.powers);
    state["product evidence"] = copy_to_numpy(std::vector<double>{counts.product_evidence});
    for (std::size_t i = 0; i < rules.corrections.size(); ++i) {
        const CorrectionRule& rule = rules.corrections[i];
        const CorrectionCounts& each = counts.corrections[i];
        const std::size_t contexts = contexts_of(rules, rule.kind), levels = static_cast<std::size_t>(rule.levels);
        state[(rule.name + " observed").c_str()] =
            counts_array(each.observed, each.scale, {contexts, levels, kActionKinds});
        state[(rule.name + " expected").c_str()] =
            counts_array(each.expected, each.scale, {contexts, levels, kActionKinds});
    }
    for (std::size_t i = 0; i < rules.frequencies.size(); ++i)
        state[rules.frequencies[i].name.c_str()] =
            counts_array(counts.frequencies[i], counts.frequency_scale,
                         {contexts_of(rules, rules.frequencies[i].kind), kActionKinds});
    return state;
}

// Takes what state_of returned; if it is malformed, nothing changes.
void restore(ReadingState& reading, const nb::dict& state) {
    const ReadingRules& rules = reading.rules();
    ReadingCounts counts;
    counts.types = logs_of(state, "types", static_cast<std::size_t>(rules.types));
    counts.evidence = logs_of(state, "evidence", static_cast<std::size_t>(rules.estimates()));
    counts.hand_evidence = logs_of(state, "hand evidence", static_cast<std::size_t>(rules.hypotheses()));
    counts.powers = logs_of(state, "powers", 1 + static_cast<std::size_t>(rules.estimates()));
    counts.product_evidence = logs_of(state, "product evidence", 1)[0];
    for (const CorrectionRule& rule : rules.corrections) {
        const std::size_t contexts = contexts_of(rules, rule.kind), levels = static_cast<std::size_t>(rule.levels);
        const auto part = [&](const std::string& name) {
            return checked_counts(part_of<float, -1, -1, -1>(state, name, {contexts, levels, kActionKinds}), name);
        };
        counts.corrections.push_back({part(rule.name + " observed"), part(rule.name + " expected"), 1.0});
    }
    for (std::size_t i = 0; i < rules.frequencies.size(); ++i) {
        const std::string& name = rules.frequencies[i].name;
        counts.frequencies.push_back(checked_counts(
            part_of<float, -1, -1>(state, name, {contexts_of(rules, rules.frequencies[i].kind), kActionKinds}), name));
    }
    reading.counts() = std::move(counts);
}

using CorrectionArguments = std::tuple<std::string, int, double, double, Snapshot<std::uint8_t, kReadStreets, kStrata>>;
using Memories = std::tuple<double, double, double, double>;

void make_rules(Rules* self, const Snapshot<float, -1, -1, kStrata, kActionKinds>& triples,
                const std::vector<int>& contexts, const std::vector<CorrectionArguments>& corrections,
                const std::vector<std::tuple<std::string, int>>& frequencies, const std::vector<double>& stands,
                const std::vector<double>& blinds, const Memories& memories, double trusted, double rate) {
    auto rules = std::make_shared<ReadingRules>();
    if (contexts.size() != ReadContext::kKinds) throw nb::value_error("there are six kinds of contexts");
    for (std::size_t kind = 0; kind < contexts.size(); ++kind) {
        if (contexts[kind] < kReadStreets || contexts[kind] > 1 << 16)
            throw nb::value_error("there are 4 to 65536 contexts of a kind");
        rules->contexts[kind] = contexts[kind];
    }
    if (triples.shape(0) < 1 || triples.shape(1) != contexts_of(*rules, ReadContext::kFine))
        throw nb::value_error("types need a triple for each context and stratum");
    for (std::size_t i = 0; i < triples.size(); i += kActionKinds) {
        const float* each = triples.data() + i;
        const bool possible = each[0] >= 0 && each[1] >= 0 && each[2] >= 0;
        if (!possible || !(std::abs(each[0] + each[1] + each[2] - 1) < 1e-3F))
            throw nb::value_error("three probabilities must add up to 1");
    }
    rules->types = static_cast<int>(triples.shape(0));
    rules->triples = triples.values();
    for (const auto& [name, kind, prior, memory, level_of] : corrections) {
        CorrectionRule rule{
            name, checked_kind(kind), 0, checked_positive(prior, "a prior"), checked_positive(memory, "a memory"), {}};
        for (std::size_t i = 0; i < level_of.size(); ++i) {
            const std::uint8_t level = level_of.values()[i];
            if (level >= kStrata) throw nb::value_error("there are no more levels than strata");
            rule.level_of[i / kStrata][i % kStrata] = level;
            rule.levels = std::max(rule.levels, level + 1);
        }
        rules->corrections.push_back(std::move(rule));
    }
    for (const auto& [name, kind] : frequencies) rules->frequencies.push_back({name, checked_kind(kind)});
    for (const double each : stands) rules->stands.push_back(checked_positive(each, "s"));
    for (const double each : blinds) {
        if (!(each >= 0 && each <= 1)) throw nb::value_error("a share is between 0 and 1");
        rules->blinds.push_back(each);
    }
    if (blinds.empty()) throw nb::value_error("at least one share of blind actions is needed");
    const auto [of_frequencies, of_types, of_evidence, of_shown] = memories;
    rules->frequency_memory = checked_positive(of_frequencies, "a memory");
    rules->types_memory = checked_positive(of_types, "a memory");
    rules->evidence_memory = checked_positive(of_evidence, "a memory");
    rules->shown_memory = checked_positive(of_shown, "a memory");
    if (!(trusted >= 0 && std::isfinite(trusted))) throw nb::value_error("trusted must not be below 0");
    rules->trusted = trusted;
    if (!(rate >= 0 && rate < 1)) throw nb::value_error("a rate is at least 0 and below 1");
    rules->rate = rate;
    construct(self, Rules{std::move(rules)});
}

using Numbers = Snapshot<std::int64_t, -1, ReadContext::kKinds>;
using Flags = Snapshot<std::uint8_t, -1>;

// What is expected in coming contexts of each bin of strength: [contexts, bins, 3].
nb::object rows(const Reading& self, const Numbers& numbers, const Flags& may_fold, const Flags& may_raise,
                const Snapshot<double, kReadStreets, -1, kStrata>& bins,
                const Snapshot<double, kReadStreets, -1>& shares) {
    const ReadingRules& rules = self.reading->rules();
    const std::size_t count = numbers.shape(0), each = bins.shape(1);
    if (may_fold.size() != count || may_raise.size() != count || shares.shape(1) != each)
        throw nb::value_error("the arrays have different lengths");
    for (const auto* part : {&bins.values(), &shares.values()})
        for (const double share : *part)
            if (!(share >= 0 && share <= kMostShare)) throw nb::value_error("shares are between 0 and 1");
    std::array<std::vector<Masses>, kReadStreets> strata;
    std::array<std::vector<double>, kReadStreets> weights;
    for (std::size_t street = 0; street < kReadStreets; ++street) {
        for (std::size_t bin = 0; bin < each; ++bin) {
            Masses masses;
            std::copy_n(bins.data() + (street * each + bin) * kStrata, kStrata, masses.begin());
            strata[street].push_back(masses);
            weights[street].push_back(shares.values()[street * each + bin]);
        }
    }
    std::vector<Triple> result(count * each);
    const ComingShares coming = self.reading->coming_shares();
    for (std::size_t i = 0; i < count; ++i) {
        std::array<int, ReadContext::kKinds> mine;
        for (std::size_t kind = 0; kind < mine.size(); ++kind) {
            const std::int64_t number = numbers.values()[i * mine.size() + kind];
            mine[kind] = number >= -1 && number < 1 << 20 ? static_cast<int>(number) : -2;
        }
        const ReadContext context =
            checked_context(rules, mine, may_fold.values()[i] != 0, may_raise.values()[i] != 0, true);
        const std::size_t street = static_cast<std::size_t>(context.street);
        self.reading->row(context, coming, strata[street], weights[street], result.data() + i * each);
    }
    return nb::cast(array_of(result.data()->data(), {count, each, kActionKinds}));
}

}  // namespace

void bind_player_reading(nb::module_& module) {
    nb::class_<Rules>(module, "ReadingRules")
        .def("__init__", make_rules, nb::arg("triples"), nb::arg("contexts"), nb::arg("corrections"),
             nb::arg("frequencies"), nb::arg("stands"), nb::arg("blinds"), nb::arg("memories"), nb::arg("trusted"),
             nb::arg("rate"));
    nb::class_<Reading>(module, "ReadingState")
        .def(
            "__init__",
            [](Reading* self, const Rules& rules) {
                construct(self, Reading{std::make_shared<ReadingState>(rules.rules)});
            },
            nb::arg("rules"))
        .def_prop_ro("type_shares",
                     [](const Reading& self) { return nb::cast(copy_to_numpy(self.reading->type_shares())); })
        .def_prop_ro("weights", [](const Reading& self) { return nb::cast(copy_to_numpy(self.reading->weights())); })
        .def_prop_ro("hand_weights",
                     [](const Reading& self) { return nb::cast(copy_to_numpy(self.reading->hand_weights())); })
        .def(
            "triples",
            [](const Reading& self, const Context& context) {
                return levels_array(self.reading->triples(checked_context(self.reading->rules(), context)));
            },
            nb::arg("context"))
        .def(
            "saw_hand",
            [](Reading& self, const std::vector<double>& likely) {
                if (likely.size() != static_cast<std::size_t>(self.reading->rules().hypotheses()))
                    throw nb::value_error("each hypothesis needs a probability");
                for (const double each : likely)
                    if (!(each >= 0 && each <= kMostShare)) throw nb::value_error("probabilities are between 0 and 1");
                self.reading->saw_hand(likely);
            },
            nb::arg("likely"))
        .def(
            "learn",
            [](Reading& self, const Context& context, int action, const Strata& strata,
               const Snapshot<double, kHands>& hands) {
                const ReadContext checked = checked_context(self.reading->rules(), context);
                const auto of_hands = checked_strata(strata);
                Masses masses{};
                for (std::size_t hand = 0; hand < kHands; ++hand) {
                    const double share = hands.values()[hand];
                    if (!(share >= 0 && share <= kMostShare))
                        throw nb::value_error("probabilities are between 0 and 1");
                    masses[of_hands[hand]] += share;
                }
                self.reading->learn(checked, checked_action(action), masses);
            },
            nb::arg("context"), nb::arg("action"), nb::arg("strata"), nb::arg("hands"))
        .def("fade", [](Reading& self) { self.reading->fade(); })
        .def("rows", rows, nb::arg("contexts"), nb::arg("may_fold"), nb::arg("may_raise"), nb::arg("bins"),
             nb::arg("shares"))
        .def("state", [](const Reading& self) { return state_of(*self.reading); })
        .def("restore", [](Reading& self, const nb::dict& state) { restore(*self.reading, state); }, nb::arg("state"));
    nb::class_<HypothesisRanges>(module, "HypothesisRanges")
        .def(
            "__init__",
            [](HypothesisRanges* self, const Reading& reading, CardMask known) {
                construct(self, reading.reading, known);
            },
            nb::arg("reading"), nb::arg("known"))
        .def_prop_ro("possible",
                     [](const HypothesisRanges& self) {
                         std::unique_ptr<bool[]> copy(new bool[kHands]);
                         std::copy_n(self.possible().begin(), kHands, copy.get());
                         return nb::cast(to_numpy(std::move(copy), {kHands}));
                     })
        .def_prop_ro("ranges",
                     [](const HypothesisRanges& self) {
                         return nb::cast(array_of(self.ranges().data(), {self.ranges().size() / kHands, kHands}));
                     })
        .def("remove", &HypothesisRanges::remove, nb::arg("cards"))
        .def("likely", [](const HypothesisRanges& self) { return copy_to_numpy(self.likely()); })
        .def(
            "expected",
            [](const HypothesisRanges& self, const Context& context, const Strata& strata) {
                const ReadingState& reading = self.reading();
                const ReadContext checked = checked_context(reading.rules(), context);
                const auto levels = reading.triples(checked);
                const auto means = reading.means(levels, self.masses(checked_strata(strata).data()));
                const Triple next = reading.over_all(reading.estimates(checked, means));
                return nb::make_tuple(levels_array(levels), triples_array(means), triple_array(next));
            },
            nb::arg("context"), nb::arg("strata"))
        .def(
            "see",
            [](HypothesisRanges& self, const Context& context, const Strata& strata, int action, bool learn) {
                const ReadContext checked = checked_context(self.reading().rules(), context);
                return triple_array(self.see(checked, checked_strata(strata).data(), checked_action(action), learn));
            },
            nb::arg("context"), nb::arg("strata"), nb::arg("action"), nb::arg("learn"))
        .def(
            "likelihoods",
            [](const HypothesisRanges& self, int hand) {
                if (hand < 0 || hand >= kHands) throw nb::value_error("there are 1326 hands");
                return self.likelihoods(hand);
            },
            nb::arg("hand"));
}

}  // namespace railbird::bindings
