#include "game/hand.hpp"

#include <algorithm>
#include <string>

#include "bindings/bindings.hpp"
#include "bindings/game_arguments.hpp"
#include "bindings/instances.hpp"
#include "bindings/records.hpp"
#include "game/acpc_reading.hpp"
#include "game/acpc_text.hpp"
#include "game/view.hpp"

namespace railbird::bindings {

namespace {

// Throws an error of railbird.errors, which are ValueErrors.
[[noreturn]] void raise_error(const char* kind, const std::string& message) {
    nb::object type = nb::module_::import_("railbird.errors").attr(kind);
    PyErr_SetString(type.ptr(), message.c_str());
    throw nb::python_error();
}

[[noreturn]] void raise_action_error(const std::string& message) { raise_error("ActionError", message); }

// Throws if the hand is over but cards that decide it are unknown.
void check_settled(const Hand& hand) {
    if (!hand.over() || hand.settled()) return;
    const int player = hand.unknown_at_showdown();
    const std::string missing = player == kNobody ? "the whole board is not"
                                                  : "the hole cards of position " + std::to_string(player) + " are not";
    raise_error("GameError",
                "the payoffs of this hand cannot be computed: it ends with a showdown, and " + missing + " known");
}

// Returns the hand; throws if its cards are hidden.
const Hand& open(const Hand& hand) {
    if (hand.sealed()) raise_action_error("the cards are hidden while the hand is played");
    return hand;
}

// fold, call 10, or raise to 20-400
std::string to_text(const Legal& legal) {
    const std::string call = legal.call ? "call " + std::to_string(legal.call) : "check";
    const std::string fold_or = legal.fold ? "fold" : "";
    if (!legal.raise()) return legal.fold ? fold_or + " or " + call : call;
    std::string raise = "raise to " + std::to_string(legal.least_raise);
    if (legal.most_raise > legal.least_raise) raise += "-" + std::to_string(legal.most_raise);
    return legal.fold ? fold_or + ", " + call + ", or " + raise : call + " or " + raise;
}

// Why an action is not allowed now; empty if it is.
std::string refusal(const Hand& hand, ActionKind kind, Chips amount) {
    if (hand.over()) return "the hand is over";
    if (!hand.knows_board())
        return "the board cards of round " + std::to_string(hand.state().round() + 1) +
               " are not known: give them in the deal to play on";
    const Legal allowed = hand.legal();
    if (kind == ActionKind::fold && !allowed.fold) return "folding is not allowed when checking is free: check instead";
    if (kind != ActionKind::raise) return "";
    if (amount >= allowed.least_raise && amount <= allowed.most_raise && allowed.raise()) return "";
    if (!allowed.raise()) return "raising is not allowed here (to " + std::to_string(amount) + "): " + to_text(allowed);
    const std::string bounds =
        allowed.least_raise == allowed.most_raise
            ? "to exactly " + std::to_string(allowed.least_raise)
            : "from " + std::to_string(allowed.least_raise) + " to " + std::to_string(allowed.most_raise);
    return "a raise goes " + bounds + ", not to " + std::to_string(amount);
}

void act(Hand& hand, ActionKind kind, Chips amount) {
    switch (kind) {
        case ActionKind::fold: return hand.fold();
        case ActionKind::call: return hand.call();
        case ActionKind::raise: return hand.raise_to(amount);
    }
}

void apply(Hand& hand, ActionKind kind, Chips amount) {
    if (const std::string why = refusal(hand, kind, amount); !why.empty()) raise_action_error(why);
    act(hand, kind, amount);
}

void fold(Hand& hand) { apply(hand, ActionKind::fold, 0); }
void call(Hand& hand) { apply(hand, ActionKind::call, 0); }
void raise_to(Hand& hand, Chips amount) { apply(hand, ActionKind::raise, amount); }

// (player, round, kind, amount), where the amount of a call is what it costs. An amount below 0 is not stated: a call
// then costs what it costs, and a raise of a limit game goes where it may.
using Deed = std::tuple<int, int, ActionKind, Chips>;

// Where a raise goes: the amount, or the only one of a limit game if none is stated.
Chips target(const Hand& hand, ActionKind kind, Chips amount) {
    const bool only = amount < 0 && kind == ActionKind::raise && hand.game().betting == Betting::limit;
    return only && !hand.over() ? hand.legal().least_raise : amount;
}

// Why an action is not the next one of a hand; empty if it is.
std::string misfit(const Hand& hand, const Deed& deed) {
    const auto& [player, round, kind, stated] = deed;
    const Chips amount = target(hand, kind, stated);
    if (const std::string why = refusal(hand, kind, amount); !why.empty()) return why;
    if (player != hand.state().actor())
        return "it is the turn of position " + std::to_string(hand.state().actor()) + ", not of position " +
               std::to_string(player);
    if (round != hand.state().round())
        return "it is round " + std::to_string(hand.state().round() + 1) + ", not round " + std::to_string(round + 1);
    if (kind == ActionKind::call && amount >= 0 && amount != hand.legal().call)
        return "a call costs " + std::to_string(hand.legal().call) + ", not " + std::to_string(amount);
    return "";
}

// Plays these actions, or none of them.
void follow(Hand& hand, const std::vector<Deed>& deeds) {
    for (std::size_t taken = 0; taken < deeds.size(); ++taken) {
        const Deed& deed = deeds[taken];
        if (const std::string why = misfit(hand, deed); !why.empty()) {
            for (std::size_t i = 0; i < taken; ++i) hand.undo();
            raise_action_error("action " + std::to_string(taken + 1) + ": " + why);
        }
        const ActionKind kind = std::get<2>(deed);
        act(hand, kind, target(hand, kind, std::get<3>(deed)));
    }
}

std::vector<Card> to_cards(nb::bytes cards) {
    const auto* data = static_cast<const Card*>(cards.data());
    return std::vector<Card>(data, data + cards.size());
}

nb::bytes to_bytes(const Card* cards, std::size_t count) {
    return nb::bytes(reinterpret_cast<const char*>(cards), count);
}

void check_different(const std::vector<Card>& cards, CardMask& seen) {
    for (const Card card : cards) {
        if (card == kUnknownCard) continue;
        if (card >= kCards || (seen & bit_of(card)))
            throw nb::value_error("cards must be different numbers from 0 (2c) to 51 (As)");
        seen |= bit_of(card);
    }
}

// Unknown cards must be all hole cards of a player, or the board cards of a round and of all later rounds.
void check_unknown(const GameDefinition& game, const std::vector<Card>& cards) {
    auto card = cards.begin();
    const auto unknown = [&](int count) {
        const auto missing = std::count(card, card + count, kUnknownCard);
        card += count;
        if (missing && missing != count)
            throw nb::value_error("the cards of a player or of a round must be all known or all unknown");
        return missing > 0;
    };
    for (int player = 0; player < game.players; ++player) unknown(game.hole_cards);
    bool later = false;
    for (const int count : game.board_cards) {
        if (!count) continue;
        const bool missing = unknown(count);
        if (later && !missing) throw nb::value_error("board cards are known, but those of an earlier round are not");
        later = missing;
    }
}

void check_deal(const GameDefinition& game, const std::vector<Card>& cards) {
    CardMask seen = 0;
    check_different(cards, seen);
    if (const CardMask outside = seen & ~deck_of(game))
        throw nb::value_error(
            ("the card with the number " + std::to_string(std::countr_zero(outside)) + " is not in the deck").c_str());
    check_unknown(game, cards);
}

std::vector<Card> checked_deal(const GameDefinition& game, nb::bytes deal) {
    const auto needed = static_cast<std::size_t>(cards_needed(game));
    if (deal.size() != needed)
        throw nb::value_error(
            ("the hand needs " + std::to_string(needed) + " cards, not " + std::to_string(deal.size())).c_str());
    std::vector<Card> cards = to_cards(deal);
    check_deal(game, cards);
    return cards;
}

// A hand from the betting and cards of an ACPC log.
Hand acpc_hand(const GameDefinition& game, const std::vector<Chips>& stacks, const std::string& betting,
               const std::string& cards) {
    const auto checked = checked_stacks(game, stacks);
    std::optional<std::vector<Card>> deal = read_acpc_cards(game, cards);
    if (!deal) throw nb::value_error("the cards are not those of a log line, or do not fit the game");
    check_deal(game, *deal);
    Hand hand(game, checked, std::move(*deal));
    if (!play_acpc_betting(hand, betting)) throw nb::value_error("the betting does not fit the game");
    return hand;
}

int checked_player(const GameDefinition& game, int player) {
    if (player < 0 || player >= game.players)
        throw nb::value_error(
            ("a position must be 0 to " + std::to_string(game.players - 1) + ", not " + std::to_string(player))
                .c_str());
    return player;
}

template <class Of>
nb::tuple by_player(const GameDefinition& game, const Of& of) {
    nb::list values;
    for (int player = 0; player < game.players; ++player) values.append(of(player));
    return nb::tuple(values);
}

// (uncalled player, uncalled chips, rake, [(pot, player, parts)], [(player, shown)], [parts])
using SettlementParts = std::tuple<int, Chips, Chips, std::vector<std::tuple<int, int, Chips>>,
                                   std::vector<std::tuple<int, bool>>, std::vector<Chips>>;

Settlement from_parts(const SettlementParts& parts, const GameDefinition& game) {
    const auto& [uncalled_player, uncalled, rake, awards, showdown, payoffs] = parts;
    Settlement settlement;
    settlement.uncalled_player = uncalled_player == kNobody ? kNobody : checked_player(game, uncalled_player);
    settlement.uncalled = uncalled;
    settlement.rake = rake;
    for (const auto& [pot, player, chips] : awards) {
        if (pot < 0 || pot >= kMostPlayers) throw nb::value_error("a pot must be 0 to 9");
        settlement.awards.push_back(
            {static_cast<std::int8_t>(pot), static_cast<std::int8_t>(checked_player(game, player)), chips});
    }
    for (const auto& [player, shown] : showdown)
        settlement.showdown.push_back({static_cast<std::int8_t>(checked_player(game, player)), shown});
    if (payoffs.size() != static_cast<std::size_t>(game.players))
        throw nb::value_error("there must be one payoff for each player");
    std::copy(payoffs.begin(), payoffs.end(), settlement.payoffs.begin());
    return settlement;
}

std::vector<Card> known_cards(nb::bytes cards) {
    std::vector<Card> known = to_cards(cards);
    if (std::find(known.begin(), known.end(), kUnknownCard) != known.end())
        throw nb::value_error("unknown cards must be left out of a view");
    return known;
}

// Whether this is the number of board cards after some round.
bool ends_with_a_round(const GameDefinition& game, std::size_t cards) {
    std::size_t size = 0;
    bool ends = cards == 0;
    for (const int count : game.board_cards) {
        size += static_cast<std::size_t>(count);
        ends = ends || size == cards;
    }
    return ends;
}

View rebuilt_view(const GameDefinition& game, const std::vector<Chips>& stacks, int position,
                  const std::vector<std::tuple<int, int, ActionKind, Chips>>& actions,
                  const std::vector<nb::bytes>& hole_cards, nb::bytes board,
                  const std::optional<SettlementParts>& settlement) {
    std::vector<Card> unseen(static_cast<std::size_t>(cards_needed(game)));
    Hand played(game, checked_stacks(game, stacks), std::move(unseen));
    for (const auto& [player, round, kind, amount] : actions) apply(played, kind, amount);
    // A hand that is over has no settlement if cards that decide it are unknown; the board may end early.
    const bool ended = settlement ? played.over() : !played.over() || played.state().players_in(game) > 1;
    if (hole_cards.size() != static_cast<std::size_t>(game.players) || !ended ||
        !ends_with_a_round(game, board.size()) || board.size() > static_cast<std::size_t>(played.board_size()))
        throw nb::value_error("the parts of the view do not fit");
    View::HoleCards seen_cards;
    CardMask seen = 0;
    for (int player = 0; player < game.players; ++player) {
        auto& cards = seen_cards[static_cast<std::size_t>(player)];
        cards = known_cards(hole_cards[static_cast<std::size_t>(player)]);
        if (!cards.empty() && cards.size() != static_cast<std::size_t>(game.hole_cards))
            throw nb::value_error("the parts of the view do not fit");
        check_different(cards, seen);
    }
    std::vector<Card> board_cards = known_cards(board);
    check_different(board_cards, seen);
    return View(played, checked_player(game, position), std::move(seen_cards), std::move(board_cards),
                settlement ? std::optional(from_parts(*settlement, game)) : std::nullopt);
}

// The public properties of hands and views.
template <class T>
void bind_public(nb::class_<T>& type) {
    type.def_prop_ro("over", [](const T& self) { return self.state().over(); })
        .def_prop_ro("settled", &T::settled)
        .def_prop_ro("actor", [](const T& self) { return self.state().actor(); })
        .def_prop_ro(
            "turn",
            [](const T& self) { return self.state().over() ? nb::none() : nb::object(nb::int_(self.state().actor())); })
        .def_prop_ro("round", [](const T& self) { return self.state().round(); })
        .def_prop_ro("legal", [](const T& self) { return self.state().legal(self.game()); })
        .def_prop_ro("last_aggressor", [](const T& self) { return self.state().last_aggressor(); })
        .def_prop_ro("raises", [](const T& self) { return self.state().raises(); })
        .def_prop_ro("actions", [](const T& self) { return to_records(self.actions(), 0); })
        .def(
            "actions_from", [](const T& self, std::size_t first) { return to_records(self.actions(), first); },
            nb::arg("first"))
        .def_prop_ro("pot", [](const T& self) { return self.state().pot(self.game()); })
        .def_prop_ro("starting_stacks",
                     [](const T& self) {
                         return by_player(self.game(),
                                          [&](int p) { return self.state().stack(p) + self.state().paid(p); });
                     })
        .def_prop_ro("stacks",
                     [](const T& self) { return by_player(self.game(), [&](int p) { return self.state().stack(p); }); })
        .def_prop_ro("bets",
                     [](const T& self) { return by_player(self.game(), [&](int p) { return self.state().bet(p); }); })
        .def_prop_ro("paid",
                     [](const T& self) { return by_player(self.game(), [&](int p) { return self.state().paid(p); }); })
        .def_prop_ro(
            "live_paid",
            [](const T& self) { return by_player(self.game(), [&](int p) { return self.state().live_paid(p); }); })
        .def_prop_ro("folded", [](const T& self) {
            return by_player(self.game(), [&](int p) { return self.state().folded(p); });
        });
}

}  // namespace

void bind_hand(nb::module_& module) {
    nb::class_<Legal>(module, "Legal")
        .def(
            "__init__",
            [](Legal* self, bool fold, Chips call, Chips least_raise, Chips most_raise) {
                construct(self, Legal{fold, call, least_raise, most_raise});
            },
            nb::arg("fold"), nb::arg("call"), nb::arg("least_raise"), nb::arg("most_raise"))
        .def_ro("fold", &Legal::fold)
        .def_ro("call", &Legal::call)
        .def_ro("least_raise", &Legal::least_raise)
        .def_ro("most_raise", &Legal::most_raise)
        .def(
            "__eq__", [](const Legal& a, const Legal& b) { return a == b; }, nb::is_operator())
        .def("__str__", &to_text)
        .def("__repr__", [](const Legal& self) {
            return "Legal(fold=" + std::string(self.fold ? "True" : "False") + ", call=" + std::to_string(self.call) +
                   ", least_raise=" + std::to_string(self.least_raise) +
                   ", most_raise=" + std::to_string(self.most_raise) + ")";
        });

    nb::class_<Hand> hand(module, "Hand");
    bind_public(hand);
    hand.def(
            "__init__",
            [](Hand* self, const GameDefinition& game, const std::vector<Chips>& stacks, nb::bytes cards) {
                construct(self, game, checked_stacks(game, stacks), checked_deal(game, cards));
            },
            nb::arg("game"), nb::arg("stacks"), nb::arg("cards"))
        .def(
            "__init__",
            [](Hand* self, const GameDefinition& game, const std::vector<Chips>& stacks, const std::string& betting,
               const std::string& cards) { construct(self, acpc_hand(game, stacks, betting, cards)); },
            nb::arg("game"), nb::arg("stacks"), nb::arg("betting"), nb::arg("cards"))
        .def(
            "__init__", [](Hand* self, const Hand& hand) { construct(self, open(hand)); }, nb::arg("hand"))
        .def(
            "__init__",
            [](Hand* self, const Hand& hand, std::size_t taken) {
                if (taken > open(hand).actions().size())
                    throw nb::value_error(("the hand has " + std::to_string(hand.actions().size()) + " actions, not " +
                                           std::to_string(taken))
                                              .c_str());
                construct(self, hand, taken);
            },
            nb::arg("hand"), nb::arg("taken"))
        .def(
            "__init__",
            [](Hand* self, const Hand& hand, nb::bytes cards) {
                construct(self, open(hand), checked_deal(hand.game(), cards));
            },
            nb::arg("hand"), nb::arg("cards"))
        .def("seal", &Hand::seal)
        .def_prop_ro("sealed", &Hand::sealed)
        .def("fold", &fold)
        .def("call", &call)
        .def("apply", &apply, nb::arg("kind"), nb::arg("amount") = 0)
        .def("follow", &follow, nb::arg("actions"))
        .def("raise_to", &raise_to, nb::arg("amount"))
        .def(
            "raise_to",
            [](Hand&, nb::object amount) {
                const auto shown = nb::steal<nb::str>(PyObject_ASCII(amount.ptr()));
                if (!shown.is_valid()) throw nb::python_error();
                raise_action_error("a raise goes to a whole number of chips, not to " +
                                   std::string(shown.c_str()).substr(0, 60));
            },
            nb::arg("amount").none())
        .def("undo",
             [](Hand& self) {
                 if (self.actions().empty()) raise_action_error("there is no action to undo");
                 if (self.sealed()) raise_action_error("a hand with hidden cards cannot be undone");
                 self.undo();
             })
        .def(
            "state_bytes",
            [](const Hand& self) { return nb::bytes(reinterpret_cast<const char*>(&self.state()), sizeof(HandState)); })
        .def_prop_ro("hole_bytes",
                     [](const Hand& self) {
                         return by_player(open(self).game(), [&](int p) {
                             return to_bytes(self.hole_cards(p),
                                             self.knows(p) ? static_cast<std::size_t>(self.game().hole_cards) : 0);
                         });
                     })
        .def_prop_ro(
            "board_bytes",
            [](const Hand& self) { return to_bytes(self.board(), static_cast<std::size_t>(self.known_board_size())); })
        .def_prop_ro("deal",
                     [](const Hand& self) {
                         return to_bytes(open(self).hole_cards(0), static_cast<std::size_t>(cards_needed(self.game())));
                     })
        .def("acpc_text", [](const Hand& self) { return acpc_text(open(self)); })
        .def("payoff_parts",
             [](const Hand& self) {
                 if (!self.over()) raise_action_error("the hand is not over");
                 check_settled(self);
                 const auto payoffs = self.payoffs();
                 return by_player(self.game(), [&](int p) { return payoffs[static_cast<std::size_t>(p)]; });
             })
        .def_prop_ro("settlement", [](const Hand& self) -> nb::object {
            check_settled(self);
            if (!self.over()) return nb::none();
            return to_record(self.settlement(), self.game());
        });

    nb::class_<View> view(module, "View");
    bind_public(view);
    view.def(
            "__init__",
            [](View* self, const Hand& hand, int position) {
                construct(self, hand, checked_player(hand.game(), position));
            },
            nb::arg("hand"), nb::arg("position"))
        .def(
            "__init__",
            [](View* self, const GameDefinition& game, const std::vector<Chips>& stacks, int position,
               const std::vector<std::tuple<int, int, ActionKind, Chips>>& actions,
               const std::vector<nb::bytes>& hole_cards, nb::bytes board,
               const std::optional<SettlementParts>& settlement) {
                construct(self, rebuilt_view(game, stacks, position, actions, hole_cards, board, settlement));
            },
            nb::arg("game"), nb::arg("stacks"), nb::arg("position"), nb::arg("actions"), nb::arg("hole_cards"),
            nb::arg("board"), nb::arg("settlement").none())
        .def_prop_ro("position", &View::position)
        .def_prop_ro("hole_bytes",
                     [](const View& self) {
                         return by_player(self.game(), [&](int p) {
                             return to_bytes(self.hole_cards(p).data(), self.hole_cards(p).size());
                         });
                     })
        .def_prop_ro("board_bytes", [](const View& self) { return to_bytes(self.board().data(), self.board().size()); })
        .def_prop_ro("settlement", [](const View& self) -> nb::object {
            if (!self.state().over()) return nb::none();
            if (!self.settled())
                raise_error("GameError",
                            "the payoffs of this hand cannot be computed: it ends with a showdown, and not all of "
                            "its cards are known");
            return to_record(self.settlement(), self.game());
        });
}

}  // namespace railbird::bindings
