#include <algorithm>
#include <string>

#include "bindings/bindings.hpp"
#include "bindings/weights.hpp"
#include "strength/all_in.hpp"
#include "strength/matchups.hpp"
#include "strength/monte_carlo.hpp"
#include "strength/range_sweep.hpp"
#include "strength/showdowns.hpp"

namespace railbird::bindings {

namespace {

std::vector<double> live_tables(Tables& tables, CardMask board, CardMask dead) {
    check_cards(board, dead);
    const auto players = static_cast<int>(tables.shape(0));
    if (players < 2 || players > kMaxPlayers) throw nb::value_error("there must be two to ten players");
    if (std::popcount(board | dead) + 2 * players + kBoardCards - std::popcount(board) > kCards)
        throw nb::value_error("there are not enough cards left to deal");
    return live_weights(tables.take(), board | dead);
}

void bind_sweep(nb::module_& module) {
    nb::class_<Job<RangeSweep>> type(module, "RangeSweep");
    type.def(
        "__init__",
        [](Job<RangeSweep>* self, Table hero, Table villain, CardMask board, CardMask dead) {
            check_cards(board, dead);
            construct(self, live_weights(hero.take(), board | dead).data(),
                      live_weights(villain.take(), board | dead).data(), board, dead);
        },
        nb::arg("hero"), nb::arg("villain"), nb::arg("board"), nb::arg("dead"));
    bind_blocks(type);
    type.def("results", [](const Job<RangeSweep>& self) {
        const auto results = self.idle().results();
        std::unique_ptr<double[]> table(new double[results.size() * 3]);
        for (std::size_t i = 0; i < results.size(); ++i) {
            table[3 * i] = results[i].win;
            table[3 * i + 1] = results[i].tie;
            table[3 * i + 2] = results[i].total;
        }
        return to_numpy(std::move(table), {results.size(), 3});
    });
}

void bind_matchups(nb::module_& module) {
    nb::class_<Job<Matchups>> type(module, "Matchups");
    type.def(
        "__init__",
        [](Job<Matchups>* self, Tables weights, CardMask dead, std::int64_t most) {
            const auto live = live_tables(weights, 0, dead);
            const auto players = static_cast<int>(weights.shape(0));
            std::optional<Matchups> made;
            {
                const Unlocked unlocked;
                made.emplace(live.data(), players, dead, most);
            }
            construct(self, std::move(*made));
        },
        nb::arg("weights"), nb::arg("dead"), nb::arg("most"));
    bind_blocks(type);
    type.def_prop_ro("complete", [](const Job<Matchups>& self) { return self.idle().complete(); });
    type.def_prop_ro("count", [](const Job<Matchups>& self) { return self.idle().count(); });
    type.def("tally", [](const Job<Matchups>& self) { return copy_to_numpy(self.idle().tally()); });
}

void bind_showdowns(nb::module_& module) {
    nb::class_<Job<Showdowns>> type(module, "Showdowns");
    type.def(
        "__init__",
        [](Job<Showdowns>* self, Tables weights, CardMask board, CardMask dead) {
            const auto live = live_tables(weights, board, dead);
            construct(self, live.data(), static_cast<int>(weights.shape(0)), board, dead);
        },
        nb::arg("weights"), nb::arg("board"), nb::arg("dead"));
    bind_blocks(type);
    type.def("tally", [](const Job<Showdowns>& self) { return copy_to_numpy(self.idle().tally()); });
}

void bind_monte_carlo(nb::module_& module) {
    nb::class_<Job<MonteCarlo>> type(module, "MonteCarlo");
    type.def(
        "__init__",
        [](Job<MonteCarlo>* self, Tables weights, CardMask board, CardMask dead) {
            const auto live = live_tables(weights, board, dead);
            construct(self, live.data(), static_cast<int>(weights.shape(0)), board, dead);
        },
        nb::arg("weights"), nb::arg("board"), nb::arg("dead"));
    type.attr("batch") = MonteCarlo::kBatch;
    type.def(
        "run",
        [](Job<MonteCarlo>& self, std::uint64_t seed, std::int64_t first, std::int64_t last, int threads) {
            if (first < 0 || last < first || first % MonteCarlo::kBatch || last - first > (MonteCarlo::kBatch << 12) ||
                last > (MonteCarlo::kBatch << 30))
                throw nb::value_error("deals must start at a batch, with at most 2^28 at once and 2^46 in all");
            check_threads(threads);
            self.run(threads, [&](MonteCarlo& deals, int count, const StopFlag& stop) {
                deals.run(seed, first, last, count, stop);
            });
        },
        nb::arg("seed"), nb::arg("first"), nb::arg("last"), nb::arg("threads"));
    type.def_prop_ro("weighted", [](const Job<MonteCarlo>& self) { return self.idle().weighted(); });
    type.def("tally", [](const Job<MonteCarlo>& self) { return copy_to_numpy(self.idle().tally().weights); });
    type.def("squares", [](const Job<MonteCarlo>& self) { return copy_to_numpy(self.idle().tally().squares); });
}

void bind_all_in(nb::module_& module) {
    using Cards = Snapshot<std::uint8_t, -1, -1, 2>;
    using Boards = Snapshot<std::uint8_t, -1, kBoardCards>;
    using Sizes = Snapshot<std::uint8_t, -1>;
    using Sets = Snapshot<std::uint16_t, -1>;
    module.def(
        "all_in_shares",
        [](const Cards& holes, const Sets& live, const Boards& boards, const Sizes& sizes, int threads) {
            const std::size_t count = holes.shape(0), players = holes.shape(1);
            if (players < 1 || players > kMaxPlayers) throw nb::value_error("there must be one to ten players");
            if (live.shape(0) != count || boards.shape(0) != count || sizes.shape(0) != count)
                throw nb::value_error("each question needs hole cards, live players, a board and its size");
            check_threads(threads);
            const AllInQuestions questions{static_cast<std::int64_t>(count),
                                           static_cast<int>(players),
                                           holes.data(),
                                           live.data(),
                                           boards.data(),
                                           sizes.data()};
            if (const auto bad = find_bad_question(questions); bad >= 0)
                throw nb::value_error(("question " + std::to_string(bad) + " has impossible cards or players").c_str());
            std::unique_ptr<double[]> shares(new double[count * players]);
            run_interruptibly(threads, [&](int threads_there, const StopFlag& stop) {
                all_in_shares(questions, shares.get(), threads_there, stop);
            });
            return to_numpy(std::move(shares), {count, players});
        },
        nb::arg("holes"), nb::arg("live"), nb::arg("boards"), nb::arg("sizes"), nb::arg("threads"));
    module.def(
        "all_in_shares_by_hand",
        [](nb::bytes others, CardMask board, CardMask dead) {
            check_cards(board, dead);
            const auto* cards = reinterpret_cast<const std::uint8_t*>(others.c_str());
            const std::size_t count = others.size() / 2;
            CardMask known = board | dead;
            for (std::size_t i = 0; i < others.size(); ++i) known |= cards[i] < kCards ? bit_of(cards[i]) : 0;
            const std::size_t seen = std::popcount(board | dead) + others.size();
            if (others.size() % 2 || count < 1 || count >= kMaxPlayers ||
                std::popcount(known) != static_cast<int>(seen))
                throw nb::value_error("others must be one to nine hands of two cards without a common card");
            const int size = std::popcount(board);
            if (size == 1 || size == 2) throw nb::value_error("a board has 0, 3, 4 or 5 cards");
            if (seen + 2 + kBoardCards - size > kCards)
                throw nb::value_error("there are not enough cards left to deal");
            std::unique_ptr<double[]> shares(new double[kHands]);
            run_interruptibly(size ? 0 : 1, [&](int, const StopFlag& stop) {
                all_in_shares_by_hand(cards, static_cast<int>(count), board, dead, shares.get(), stop);
            });
            return to_numpy(std::move(shares), {kHands});
        },
        nb::arg("others"), nb::arg("board"), nb::arg("dead"));
}

}  // namespace

void bind_equity(nb::module_& module) {
    bind_all_in(module);
    bind_sweep(module);
    bind_matchups(module);
    bind_showdowns(module);
    bind_monte_carlo(module);
    module.def(
        "suit_symmetry",
        [](Tables weights, CardMask board, CardMask dead) {
            const auto live = live_tables(weights, board, dead);
            const auto like = find_symmetry(live.data(), static_cast<int>(weights.shape(0)), {board, dead}).like;
            return std::vector<int>(like.begin(), like.end());
        },
        nb::arg("weights"), nb::arg("board"), nb::arg("dead"));
    module.def(
        "count_boards",
        [](Tables weights, CardMask board, CardMask dead) {
            const auto live = live_tables(weights, board, dead);
            const auto symmetry = find_symmetry(live.data(), static_cast<int>(weights.shape(0)), {board, dead});
            const auto count = Completions(board, dead, symmetry, kBoardCards - std::popcount(board)).count();
            return std::make_pair(count.distinct, count.all);
        },
        nb::arg("weights"), nb::arg("board"), nb::arg("dead"));
}

}  // namespace railbird::bindings
