#include <algorithm>
#include <string>

#include "betting_tree.hpp"
#include "bindings.hpp"
#include "hand.hpp"
#include "random_play.hpp"

namespace railbird::bindings {

namespace {

template <class T, std::size_t N>
std::array<T, N> to_array(const std::vector<T>& values, T filler = T{}) {
    if (values.size() > N) throw nb::value_error("too many values");
    std::array<T, N> array;
    array.fill(filler);
    std::copy(values.begin(), values.end(), array.begin());
    return array;
}

// Throws railbird.errors.ActionError, a ValueError.
[[noreturn]] void refuse_action(const std::string& message) {
    const nb::object kind = nb::module_::import_("railbird.errors").attr("ActionError");
    PyErr_SetString(kind.ptr(), message.c_str());
    throw nb::python_error();
}

std::array<Chips, kMostPlayers> checked_stacks(const GameDefinition& game, const std::vector<Chips>& stacks) {
    if (static_cast<int>(stacks.size()) != game.players)
        throw nb::value_error(("a game of " + std::to_string(game.players) + " players needs as many stacks, not " +
                               std::to_string(stacks.size()))
                                  .c_str());
    for (const Chips stack : stacks)
        if (stack < 1 || stack > kMostChips)
            throw nb::value_error(("a stack has 1 to 2^40 chips, not " + std::to_string(stack)).c_str());
    return to_array<Chips, kMostPlayers>(stacks);
}

Legal turn(const Hand& hand) {
    if (hand.over()) refuse_action("the hand is over");
    return hand.legal();
}

void fold(Hand& hand) {
    if (!turn(hand).fold) refuse_action("folding is not allowed when checking is free: check instead");
    hand.fold();
}

void call(Hand& hand) {
    turn(hand);
    hand.call();
}

void raise_to(Hand& hand, Chips amount) {
    const Legal allowed = turn(hand);
    if (!allowed.raise())
        refuse_action("raising is not allowed here, fold, check or call (a raise to " + std::to_string(amount) +
                      " was given)");
    if (amount >= allowed.least_raise && amount <= allowed.most_raise) return hand.raise_to(amount);
    const std::string bounds =
        allowed.least_raise == allowed.most_raise
            ? "to exactly " + std::to_string(allowed.least_raise)
            : "from " + std::to_string(allowed.least_raise) + " to " + std::to_string(allowed.most_raise);
    refuse_action("a raise goes " + bounds + ", not to " + std::to_string(amount));
}

std::vector<Card> checked_cards(const GameDefinition& game, nb::bytes cards) {
    const auto* data = static_cast<const Card*>(cards.data());
    const auto needed = static_cast<std::size_t>(cards_needed(game));
    if (cards.size() != needed)
        throw nb::value_error(
            ("the hand needs " + std::to_string(needed) + " cards, not " + std::to_string(cards.size())).c_str());
    CardMask seen = 0;
    for (std::size_t i = 0; i < needed; ++i) {
        if (data[i] >= kCards || (seen & bit_of(data[i])))
            throw nb::value_error("the cards are different numbers from 0 (2c) to 51 (As)");
        seen |= bit_of(data[i]);
    }
    return std::vector<Card>(data, data + needed);
}

template <class Of>
std::vector<Chips> by_player(const Hand& hand, const Of& of) {
    std::vector<Chips> values;
    for (int player = 0; player < hand.game().players; ++player) values.push_back(of(hand.state(), player));
    return values;
}

}  // namespace

void bind_game(nb::module_& module) {
    nb::class_<GameDefinition>(module, "GameDefinition")
        .def(
            "__init__",
            [](GameDefinition* self, int betting, int players, int rounds, const std::vector<Chips>& blinds,
               const std::vector<Chips>& antes, const std::vector<Chips>& bets, const std::vector<int>& most_raises,
               const std::vector<int>& most_actions, const std::vector<int>& first, int hole_cards,
               const std::vector<int>& board_cards, int ranks, int suits, int reopening, bool full_blind_to_call,
               bool short_bets_count, bool needs_a_caller, bool odd_chips, bool free_fold, bool uncapped_heads_up) {
                if (betting < 0 || betting > 2 || reopening < 0 || reopening > 2) throw nb::value_error("no such rule");
                if (players < 2 || players > kMostPlayers || rounds < 1 || rounds > kMostRounds)
                    throw nb::value_error("a game has 2 to 10 players and 1 to 4 rounds");
                for (const int position : first)
                    if (position < 0 || position >= players) throw nb::value_error("no such position");
                for (const auto* chips : {&blinds, &antes, &bets})
                    for (const Chips amount : *chips)
                        if (amount < 0 || amount > kMostChips) throw nb::value_error("no such amount of chips");
                for (const int raises : most_raises)
                    if (raises < 0 || raises > 255) throw nb::value_error("a round has 0 to 255 raises");
                int cards = hole_cards;
                for (const int round_cards : board_cards) {
                    if (round_cards < 0) throw nb::value_error("no such number of cards");
                    cards += round_cards;
                }
                if (hole_cards < 1 || hole_cards > kMostHoleCards || cards > kMaxCards || ranks < 1 || ranks > kRanks ||
                    suits < 1 || suits > kSuits || cards + (players - 1) * hole_cards > ranks * suits)
                    throw nb::value_error("no such cards");
                GameDefinition game;
                game.hole_cards = hole_cards;
                game.board_cards = to_array<int, kMostRounds>(board_cards);
                game.ranks = ranks;
                game.suits = suits;
                game.betting = static_cast<Betting>(betting);
                game.players = players;
                game.rounds = rounds;
                game.blinds = to_array<Chips, kMostPlayers>(blinds);
                game.antes = to_array<Chips, kMostPlayers>(antes);
                game.bets = to_array<Chips, kMostRounds>(bets);
                game.most_raises = to_array<int, kMostRounds>(most_raises);
                game.most_actions = to_array<int, kMostRounds>(most_actions);
                game.first = to_array<int, kMostRounds>(first);
                game.rules = {static_cast<Reopening>(reopening),
                              full_blind_to_call,
                              short_bets_count,
                              needs_a_caller,
                              odd_chips,
                              free_fold,
                              uncapped_heads_up};
                new (self) GameDefinition(game);
            },
            nb::kw_only(), nb::arg("betting"), nb::arg("players"), nb::arg("rounds"), nb::arg("blinds"),
            nb::arg("antes"), nb::arg("bets"), nb::arg("most_raises"), nb::arg("most_actions"), nb::arg("first"),
            nb::arg("hole_cards"), nb::arg("board_cards"), nb::arg("ranks"), nb::arg("suits"), nb::arg("reopening"),
            nb::arg("full_blind_to_call"), nb::arg("short_bets_count"), nb::arg("needs_a_caller"), nb::arg("odd_chips"),
            nb::arg("free_fold"), nb::arg("uncapped_heads_up"));
    nb::class_<Legal>(module, "Legal")
        .def_ro("fold", &Legal::fold)
        .def_ro("call", &Legal::call)
        .def_ro("least_raise", &Legal::least_raise)
        .def_ro("most_raise", &Legal::most_raise);
    nb::class_<Hand>(module, "Hand")
        .def(
            "__init__",
            [](Hand* self, const GameDefinition& game, const std::vector<Chips>& stacks, nb::bytes cards) {
                new (self) Hand(game, checked_stacks(game, stacks), checked_cards(game, cards));
            },
            nb::arg("game"), nb::arg("stacks"), nb::arg("cards"))
        .def_prop_ro("over", &Hand::over)
        .def_prop_ro("actor", [](const Hand& hand) { return hand.state().actor(); })
        .def_prop_ro("round", [](const Hand& hand) { return hand.state().round(); })
        .def_prop_ro("legal", &Hand::legal)
        .def_prop_ro("last_aggressor", [](const Hand& hand) { return hand.state().last_aggressor(); })
        .def("fold", &fold)
        .def("call", &call)
        .def("raise_to", &raise_to, nb::arg("amount"))
        .def("undo",
             [](Hand& hand) {
                 if (hand.actions().empty()) refuse_action("there is no action to take back");
                 hand.undo();
             })
        .def("clone", [](const Hand& hand) { return Hand(hand); })
        .def(
            "state_bytes",
            [](const Hand& hand) { return nb::bytes(reinterpret_cast<const char*>(&hand.state()), sizeof(HandState)); })
        .def_prop_ro("actions",
                     [](const Hand& hand) {
                         std::vector<std::tuple<int, int, int, Chips>> actions;
                         for (const Action& action : hand.actions())
                             actions.emplace_back(action.player, action.round, static_cast<int>(action.kind),
                                                  action.amount);
                         return actions;
                     })
        .def(
            "hole_cards",
            [](const Hand& hand, int player) {
                if (player < 0 || player >= hand.game().players) throw nb::value_error("no such player");
                return nb::bytes(reinterpret_cast<const char*>(hand.hole_cards(player)),
                                 static_cast<std::size_t>(hand.game().hole_cards));
            },
            nb::arg("player"))
        .def_prop_ro("board",
                     [](const Hand& hand) {
                         return nb::bytes(reinterpret_cast<const char*>(hand.board()),
                                          static_cast<std::size_t>(hand.board_size()));
                     })
        .def_prop_ro("stacks", [](const Hand& h) { return by_player(h, [](auto& s, int p) { return s.stack(p); }); })
        .def_prop_ro("bets", [](const Hand& h) { return by_player(h, [](auto& s, int p) { return s.bet(p); }); })
        .def_prop_ro("paid", [](const Hand& h) { return by_player(h, [](auto& s, int p) { return s.paid(p); }); })
        .def_prop_ro("folded", [](const Hand& h) { return by_player(h, [](auto& s, int p) { return s.folded(p); }); })
        .def_prop_ro("pot", [](const Hand& h) { return h.state().pot(h.game()); })
        .def("payoffs", [](const Hand& hand) {
            if (!hand.over()) refuse_action("the hand is not over");
            const auto payoffs = hand.payoffs();
            return std::vector<Chips>(payoffs.begin(), payoffs.begin() + hand.game().players);
        });
    module.def(
        "deal_cards",
        [](const GameDefinition& game, std::uint64_t seed, std::uint64_t hand) {
            std::array<Card, kCards> cards;
            deal_cards(game, seed, hand, cards.data());
            return nb::bytes(reinterpret_cast<const char*>(cards.data()), static_cast<std::size_t>(cards_needed(game)));
        },
        nb::arg("game"), nb::arg("seed"), nb::arg("hand"));
    module.def(
        "play_at_random",
        [](const GameDefinition& game, const std::vector<Chips>& stacks, std::uint64_t seed, std::int64_t first,
           std::int64_t last) {
            const auto checked = checked_stacks(game, stacks);
            if (first < 0 || last < first) throw nb::value_error("no such hands");
            PlayCount count;
            {
                nb::gil_scoped_release release;
                count = play_at_random(game, checked, seed, first, last);
            }
            return std::make_tuple(count.hands, count.actions, count.showdowns);
        },
        nb::arg("game"), nb::arg("stacks"), nb::arg("seed"), nb::arg("first"), nb::arg("last"));
    module.def(
        "count_tree",
        [](const GameDefinition& game, const std::vector<Chips>& stacks, int still_in, bool folds) {
            if (still_in < HandState::kNobody || still_in >= game.players) throw nb::value_error("no such player");
            const auto checked = checked_stacks(game, stacks);
            nb::gil_scoped_release release;
            const TreeCount count = count_tree(game, checked, still_in, folds);
            return std::make_tuple(count.decisions, count.showdowns, count.folded_out);
        },
        nb::arg("game"), nb::arg("stacks"), nb::arg("still_in"), nb::arg("folds"));
}

}  // namespace railbird::bindings
