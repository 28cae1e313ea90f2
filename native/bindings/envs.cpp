#include <cmath>
#include <optional>
#include <string>

#include "bindings/bindings.hpp"
#include "bindings/game_arguments.hpp"
#include "bindings/instances.hpp"
#include "envs/hand_batch.hpp"
#include "game/view.hpp"

namespace railbird::bindings {

namespace {

constexpr std::size_t kMostTables = 1 << 20;
constexpr std::size_t kMostNumbers = std::size_t{1} << 32;  // in all observations

// Units, parts and wholes of the sizes of one list.
using SizeParts = std::tuple<int, std::int64_t, std::int64_t>;
// Lists of sizes, the list for each kind, round and position, the four options as part and whole, the most raises of a
// round and the big blind.
using MenuParts = std::tuple<std::vector<std::vector<SizeParts>>, std::vector<int>,
                             std::vector<std::tuple<std::int64_t, std::int64_t>>, int, Chips>;

Ratio ratio_of(std::int64_t part, std::int64_t whole) {
    if (part < 0 || part > kMostRatio || whole < 1 || whole > kMostRatio)
        throw nb::value_error("a number of a bet menu is a fraction of whole numbers up to 2^60");
    return {part, whole};
}

BetMenu menu_of(const GameDefinition& game, const MenuParts& parts) {
    const auto& [lists, list_of, options, most_raises, big_blind] = parts;
    BetMenu menu;
    for (const auto& list : lists) {
        if (list.size() > kMostSizes) throw nb::value_error("a list of a bet menu has at most 64 sizes");
        std::vector<BetSize> sizes;
        for (const auto& [unit, part, whole] : list) {
            if (unit < 0 || unit >= kSizeUnits) throw nb::value_error("the unit of a size is 0 to 5");
            sizes.push_back({static_cast<SizeUnit>(unit), ratio_of(part, whole)});
        }
        menu.lists.push_back(std::move(sizes));
    }
    if (list_of.size() != static_cast<std::size_t>(kBetKinds * game.rounds * game.players))
        throw nb::value_error("a bet menu names a list for each kind, round and position");
    for (const int list : list_of)
        if (list < -1 || list >= static_cast<int>(menu.lists.size()))
            throw nb::value_error("a bet menu names a list that does not exist");
    menu.list_of = list_of;
    if (options.size() != 4) throw nb::value_error("a bet menu has four options");
    Ratio* const to[] = {&menu.spr, &menu.commit, &menu.add_all_in, &menu.merge};
    for (std::size_t i = 0; i < 4; ++i) *to[i] = ratio_of(std::get<0>(options[i]), std::get<1>(options[i]));
    if (menu.merge.part > kMostRatio / 2 || menu.merge.whole > kMostRatio / 2)
        throw nb::value_error("the merge option of a bet menu has too many digits");
    if (most_raises < 0 || most_raises > kAnyRaises) throw nb::value_error("a round has 0 to 255 raises");
    if (big_blind < 0 || big_blind > kMostChips) throw nb::value_error("a big blind has 0 to 2^40 chips");
    menu.most_raises = most_raises;
    menu.big_blind = big_blind;
    return menu;
}

Encoding encoding_of(const GameDefinition& game, const std::vector<Chips>& stacks, const MenuParts& menu, int history,
                     double scale) {
    if (history < 1 || history > kMostHistory)
        throw nb::value_error("an observation holds 1 to 255 actions of each round");
    if (!(scale >= 1) || !(scale <= static_cast<double>(kMostChips)))
        throw nb::value_error("the scale of an observation is 1 to 2^40 chips");
    Encoding encoding;
    encoding.stacks = checked_stacks(game, stacks);
    encoding.menu = menu_of(game, menu);
    encoding.game = game;
    encoding.history = history;
    encoding.scale = scale;
    return encoding;
}

// The betting of a hand that is seen, followed from its start.
struct Followed {
    HandState state;
    BettingTrace trace;
    std::vector<float> cells;
};

Followed follow(const Encoding& encoding, const View& view) {
    const GameDefinition& game = encoding.game;
    if (!(view.game() == game)) throw nb::value_error("the view is of another game");
    std::array<Chips, kMostPlayers> stacks{};
    for (int player = 0; player < game.players; ++player)
        stacks[static_cast<std::size_t>(player)] = view.state().stack(player) + view.state().paid(player);
    Followed followed{HandState(game, stacks), {}, std::vector<float>(static_cast<std::size_t>(encoding.cells()))};
    for (const Action& action : view.actions()) {
        followed.trace.add(encoding, followed.state, action.kind, action.amount, followed.cells.data());
        followed.state.act(game, action.kind, action.amount);
        followed.trace.follow(followed.state);
    }
    return followed;
}

nb::ndarray<nb::numpy, float> observe(const Encoding& encoding, const View& view) {
    const Followed followed = follow(encoding, view);
    const auto& hole_cards = view.hole_cards(view.position());
    if (static_cast<int>(hole_cards.size()) != encoding.game.hole_cards)
        throw nb::value_error("the player's own hole cards are unknown");
    const auto size = static_cast<std::size_t>(encoding.size());
    std::unique_ptr<float[]> numbers(new float[size]);
    write_observation(encoding, view.state(), followed.cells.data(), view.position(), hole_cards.data(),
                      view.board().data(), static_cast<int>(view.board().size()), numbers.get());
    return to_numpy(std::move(numbers), {size});
}

std::vector<Chips> totals(const Encoding& encoding, const View& view) {
    const Followed followed = follow(encoding, view);
    std::vector<Chips> totals(static_cast<std::size_t>(encoding.actions()));
    if (!followed.state.over()) legal_totals(encoding, followed.state, followed.trace, totals.data());
    return totals;
}

using Batch = Job<HandBatch>;

int checked_table(const HandBatch& batch, int table) {
    if (table < 0 || table >= batch.count())
        throw nb::index_error(
            ("there is no table " + std::to_string(table) + ": there are " + std::to_string(batch.count())).c_str());
    return table;
}

std::vector<Card> checked_cards(const GameDefinition& game, nb::bytes cards) {
    const auto* first = static_cast<const Card*>(static_cast<const void*>(cards.c_str()));
    const std::vector<Card> deal(first, first + cards.size());
    CardMask left = deck_of(game);
    if (static_cast<int>(deal.size()) != cards_needed(game))
        throw nb::value_error(
            ("a hand needs " + std::to_string(cards_needed(game)) + " cards, not " + std::to_string(deal.size()))
                .c_str());
    for (const Card card : deal) {
        if (card >= kCards || !(left & bit_of(card)))
            throw nb::value_error("the cards of a deal are different cards of the game's deck");
        left &= ~bit_of(card);
    }
    return deal;
}

void act(Batch& self, const Snapshot<std::int32_t, -1>& actions, bool strict, const Buffer<float, -1, -1>& observations,
         const Buffer<std::int8_t, -1, -1>& masks, const Buffer<std::int32_t, -1>& seats,
         const Buffer<double, -1, -1>& payoffs) {
    HandBatch& batch = self.idle();
    const Encoding& encoding = batch.encoding();
    const auto rows = static_cast<std::size_t>(batch.count());
    const auto fits = [&](const auto& array, int columns) {
        return array.shape(0) == rows && array.shape(1) == static_cast<std::size_t>(columns);
    };
    if (actions.size() != rows) throw nb::value_error("there is one action for each table");
    if (!fits(observations, encoding.size()) || !fits(masks, encoding.actions()) ||
        !fits(payoffs, encoding.game.players) || seats.shape(0) != rows)
        throw nb::value_error("an array for results does not have a row for each table, of the right length");
    if (const int table = batch.refused(actions.values(), strict); table >= 0)
        throw nb::value_error(("table " + std::to_string(table) + " cannot take action " +
                               std::to_string(actions.values()[static_cast<std::size_t>(table)]))
                                  .c_str());
    const HandBatch::Outputs outputs{observations.data(), masks.data(), seats.data(), payoffs.data()};
    self.run(0, [&](HandBatch& method, int, const StopFlag&) { method.act(actions.values(), outputs); });
}

}  // namespace

void bind_envs(nb::module_& module) {
    nb::class_<Encoding>(module, "HandEncoding")
        .def(
            "__init__",
            [](Encoding* self, const GameDefinition& game, const std::vector<Chips>& stacks, const MenuParts& menu,
               int history, double scale) { construct(self, encoding_of(game, stacks, menu, history, scale)); },
            nb::arg("game"), nb::arg("stacks"), nb::arg("menu"), nb::arg("history"), nb::arg("scale"))
        .def_prop_ro("size", &Encoding::size)
        .def_prop_ro("actions", &Encoding::actions)
        .def("observe", &observe, nb::arg("view"))
        .def("totals", &totals, nb::arg("view"));

    nb::class_<Batch>(module, "HandBatch")
        .def(
            "__init__",
            [](Batch* self, const Encoding& encoding, const std::vector<int>& players, int home, Chips unit,
               const Snapshot<std::uint64_t, -1>& seeds) {
                std::vector<SeatPlayer> seats;
                for (const int player : players) {
                    if (player < 0 || player >= kSeatPlayers) throw nb::value_error("a player of a seat is 0 to 2");
                    seats.push_back(static_cast<SeatPlayer>(player));
                }
                if (unit < 1 || unit > kMostChips) throw nb::value_error("the unit of payoffs is 1 to 2^40 chips");
                if (seeds.size() < 1 || seeds.size() > kMostTables ||
                    seeds.size() * static_cast<std::size_t>(encoding.size()) > kMostNumbers)
                    throw nb::value_error("there are 1 to 2^20 tables, with at most 2^32 numbers in all observations");
                construct(self, encoding, std::move(seats), home, unit, seeds.values());
            },
            nb::arg("encoding"), nb::arg("players"), nb::arg("home"), nb::arg("unit"), nb::arg("seeds"))
        .def(
            "reseed",
            [](Batch& self, int table, std::uint64_t seed) {
                HandBatch& batch = self.idle();
                batch.reseed(checked_table(batch, table), seed);
            },
            nb::arg("table"), nb::arg("seed"))
        .def(
            "set_next_deal",
            [](Batch& self, int table, nb::bytes cards) {
                HandBatch& batch = self.idle();
                batch.set_next_deal(checked_table(batch, table), checked_cards(batch.encoding().game, cards));
            },
            nb::arg("table"), nb::arg("cards"))
        .def("hands",
             [](const Batch& self) {
                 const HandBatch& batch = self.idle();
                 std::vector<std::int64_t> hands;
                 for (int table = 0; table < batch.count(); ++table) hands.push_back(batch.hand(table));
                 return copy_to_numpy(hands);
             })
        .def("act", &act, nb::arg("actions"), nb::arg("strict"), nb::arg("observations"), nb::arg("masks"),
             nb::arg("seats"), nb::arg("payoffs"));

    module.def(
        "random_actions",
        [](const Snapshot<std::int8_t, -1, -1>& masks, RandomStream& random) {
            std::vector<std::int32_t> chosen(masks.shape(0));
            random_actions(masks.data(), masks.shape(0), static_cast<int>(masks.shape(1)), random, chosen.data());
            return copy_to_numpy(chosen);
        },
        nb::arg("masks"), nb::arg("random"));
}

}  // namespace railbird::bindings
