// What happens in a hand, told to each seat while it is played. The events themselves are made by Python.
#include "bindings/bindings.hpp"
#include "bindings/instances.hpp"
#include "game/hand.hpp"

namespace railbird::bindings {

namespace {

// Callables that make the events, in the order in which they are given, and the names of actions.
struct EventMakers {
    explicit EventMakers(const nb::tuple& makers) {
        if (nb::len(makers) != 10) throw nb::value_error("a narration needs nine makers of events and the names");
        nb::object* all[] = {&dealt, &board, &acted, &returned, &shown, &mucked, &rake, &won, &ended};
        for (std::size_t i = 0; i < std::size(all); ++i) {
            *all[i] = makers[i];
            if (!PyCallable_Check(all[i]->ptr())) throw nb::type_error("a maker of events is called");
        }
        names = nb::tuple(makers[9]);
        if (nb::len(names) != 5) throw nb::value_error("actions have five names: fold, check, call, bet, raise");
    }

    nb::object dealt, board, acted, returned, shown, mucked, rake, won, ended;
    nb::tuple names;
};
enum Name : int { kFold, kCheck, kCall, kBet, kRaise };

class Narration {
public:
    // `opening` has what happens until the cards are dealt, which are hidden in it: they are its last events.
    Narration(nb::object hand, const nb::tuple& opening, const nb::tuple& makers, bool tabled_first)
        : object_(std::move(hand)),
          hand_(nb::cast<const Hand&>(object_)),
          makers_(makers),
          tabled_first_(tabled_first),
          seen_(hand_.game().players, 0) {
        if (nb::len(opening) < seen_.size()) throw nb::value_error("an opening deals cards to each player");
        for (nb::handle event : opening) log_.push_back(nb::borrow(event));
        first_dealt_ = log_.size() - seen_.size();
        deal_board_of(0);
    }

    nb::list events(int position) {
        if (position < 0 || position >= static_cast<int>(seen_.size())) throw nb::index_error("there is no such seat");
        advance();
        const std::size_t start = seen_[position];
        nb::list fresh;
        for (std::size_t i = start; i < log_.size(); ++i) {
            const bool own = i == first_dealt_ + static_cast<std::size_t>(position);
            fresh.append(own ? makers_.dealt(position, hole_bytes(position)) : log_[i]);
        }
        seen_[position] = log_.size();
        return fresh;
    }

private:
    nb::bytes hole_bytes(int player) const {
        const auto* cards = reinterpret_cast<const char*>(hand_.hole_cards(player));
        return nb::bytes(cards, hand_.knows(player) ? hand_.game().hole_cards : 0);
    }

    void deal_board_of(int round) {
        const GameDefinition& game = hand_.game();
        int start = 0;
        for (int earlier = 0; earlier < round; ++earlier) start += game.board_cards[earlier];
        const int end = std::min(start + game.board_cards[round], hand_.known_board_size());
        if (start >= end) return;
        const auto* cards = reinterpret_cast<const char*>(hand_.board() + start);
        log_.push_back(makers_.board(round, nb::bytes(cards, end - start)));
    }

    void deal_board_up_to(int round) {
        while (round_ < round) deal_board_of(++round_);
    }

    void advance() {
        for (; taken_ < hand_.actions().size(); ++taken_) {
            const Action action = hand_.actions()[taken_];
            const HandState before = hand_.before(taken_);  // a copy: makers are other people's code
            deal_board_up_to(action.round);
            const Chips bet = before.bet(action.player);
            Name name = kFold;
            Chips cost = 0;
            if (action.kind == ActionKind::call) {
                cost = action.amount;
                name = cost ? kCall : kCheck;
            } else if (action.kind == ActionKind::raise) {
                cost = action.amount - bet;
                name = anybody_bet(before) ? kRaise : kBet;
            }
            const bool all_in = cost > 0 && before.stack(action.player) == cost;
            log_.push_back(makers_.acted(action.player, action.round, makers_.names[static_cast<int>(name)], cost,
                                         bet + cost, all_in));
        }
        if (!hand_.over()) {
            deal_board_up_to(hand_.state().round());
        } else if (!ended_) {
            ended_ = true;
            end();
        }
    }

    bool anybody_bet(const HandState& state) const {
        for (std::size_t player = 0; player < seen_.size(); ++player) {
            if (state.bet(static_cast<int>(player))) return true;
        }
        return false;
    }

    void end() {
        const int last = hand_.state().round();
        if (!hand_.settled()) {
            deal_board_up_to(last);
            return;
        }
        const Settlement settlement = hand_.settlement();
        if (settlement.uncalled) {
            log_.push_back(makers_.returned(settlement.uncalled_player, settlement.uncalled));
        }
        if (!tabled_first_) deal_board_up_to(last);
        for (const Showing& each : settlement.showdown) {
            const int player = each.player;
            log_.push_back(each.shown ? makers_.shown(player, hole_bytes(player)) : makers_.mucked(player));
        }
        deal_board_up_to(last);
        if (settlement.rake) log_.push_back(makers_.rake(settlement.rake));
        for (const Award& each : settlement.awards) {
            log_.push_back(makers_.won(static_cast<int>(each.player), static_cast<int>(each.pot), each.parts));
        }
        nb::list payoffs;
        for (std::size_t player = 0; player < seen_.size(); ++player) payoffs.append(settlement.payoffs[player]);
        log_.push_back(makers_.ended(nb::tuple(payoffs)));
    }

    nb::object object_;
    const Hand& hand_;
    EventMakers makers_;
    bool tabled_first_;
    std::vector<std::size_t> seen_;  // by position
    std::vector<nb::object> log_;
    std::size_t first_dealt_ = 0;
    std::size_t taken_ = 0;
    int round_ = 0;
    bool ended_ = false;
};

}  // namespace

void bind_narration(nb::module_& module) {
    nb::class_<Narration>(module, "Narration")
        .def(
            "__init__",
            [](Narration* self, nb::handle_t<Hand> hand, const nb::tuple& opening, const nb::tuple& makers,
               bool tabled_first) { construct(self, nb::borrow(hand), opening, makers, tabled_first); },
            nb::arg("hand"), nb::arg("opening"), nb::arg("makers"), nb::arg("tabled_first"))
        .def("events", &Narration::events, nb::arg("position"));
}

}  // namespace railbird::bindings
