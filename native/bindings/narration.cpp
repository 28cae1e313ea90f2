// The events of a hand for each seat while it is played. Python code creates the event objects.
#include <utility>

#include "bindings/bindings.hpp"
#include "bindings/instances.hpp"
#include "game/hand.hpp"

namespace railbird::bindings {

namespace {

// Creates events by calling Python, and caches the frequent ones, which are immutable. The GIL guards the cache; a new
// event replaces an old one.
class EventMakers {
public:
    // The kinds of events, in the order of the makers.
    enum Kind : std::size_t { dealt, board, acted, returned, shown, mucked, rake, won, ended, kKinds };
    // Identifies an event among those of its kind.
    using Key = std::array<std::uint64_t, 3>;

    explicit EventMakers(const nb::tuple& makers) : known_(std::size_t{1} << kKnownBits) {
        if (nb::len(makers) != kKinds) throw nb::value_error("there must be nine event makers");
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
            makers_[kind] = makers[kind];
            if (!PyCallable_Check(makers_[kind].ptr())) throw nb::type_error("an event maker must be callable");
        }
    }

    template <class... Arguments>
    nb::object make(Kind kind, const Arguments&... arguments) const {
        return makers_[kind](arguments...);
    }
    template <class... Arguments>
    nb::object make_once(Kind kind, const Key& key, const Arguments&... arguments) {
        std::uint64_t hash = kind;
        for (const std::uint64_t part : key) hash = (hash ^ part) * 0x9E3779B97F4A7C15ull;
        const std::size_t slot = hash >> (64 - kKnownBits);
        if (const Known& known = known_[slot]; known.event.is_valid() && known.kind == kind && known.key == key)
            return known.event;
        nb::object event = make(kind, arguments...);
        const Known old = std::exchange(known_[slot], Known{kind, key, event});  // its destructor may run code
        return event;
    }

private:
    struct Known {
        Kind kind = kKinds;
        Key key{};
        nb::object event;
    };
    static constexpr int kKnownBits = 14;

    std::array<nb::object, kKinds> makers_;
    std::vector<Known> known_;
};

// The index of an action's name among Python's ActionName members.
enum Name : int { kFold, kCheck, kCall, kBet, kRaise };

class Narration {
public:
    // `opening` has the events up to the deal; the last ones are the hole cards, which are hidden in it.
    Narration(nb::object hand, const nb::tuple& opening, nb::object makers, bool tabled_first)
        : object_(std::move(hand)),
          hand_(nb::cast<const Hand&>(object_)),
          makers_object_(std::move(makers)),
          makers_(nb::cast<EventMakers&>(makers_object_)),
          tabled_first_(tabled_first),
          seen_(hand_.game().players, 0) {
        if (nb::len(opening) < seen_.size()) throw nb::value_error("an opening must deal cards to each player");
        for (nb::handle event : opening) log_.push_back(nb::borrow(event));
        first_dealt_ = log_.size() - seen_.size();
        deal_board_of(0);
    }

    nb::list events(int position) {
        if (position < 0 || position >= static_cast<int>(seen_.size()))
            throw nb::index_error("there is no player at this position");
        advance();
        const std::size_t start = seen_[position];
        nb::list fresh;
        for (std::size_t i = start; i < log_.size(); ++i) {
            const bool own = i == first_dealt_ + static_cast<std::size_t>(position);
            fresh.append(own ? with_hole_cards(EventMakers::dealt, position) : log_[i]);
        }
        seen_[position] = log_.size();
        return fresh;
    }

private:
    // An event with cards; events with one or two cards are cached.
    nb::object with_cards(EventMakers::Kind kind, int whose, const Card* cards, int count) {
        const nb::bytes bytes(reinterpret_cast<const char*>(cards), static_cast<std::size_t>(count));
        if (count > 2) return makers_.make(kind, whose, bytes);
        EventMakers::Key key{static_cast<std::uint64_t>(whose), static_cast<std::uint64_t>(count), 0};
        for (int i = 0; i < count; ++i) key[2] = key[2] << 8 | cards[i];
        return makers_.make_once(kind, key, whose, bytes);
    }

    nb::object with_hole_cards(EventMakers::Kind kind, int player) {
        return with_cards(kind, player, hand_.hole_cards(player), hand_.knows(player) ? hand_.game().hole_cards : 0);
    }

    void deal_board_of(int round) {
        const GameDefinition& game = hand_.game();
        int start = 0;
        for (int earlier = 0; earlier < round; ++earlier) start += game.board_cards[earlier];
        const int end = std::min(start + game.board_cards[round], hand_.known_board_size());
        if (start >= end) return;
        log_.push_back(with_cards(EventMakers::board, round, hand_.board() + start, end - start));
    }

    void deal_board_up_to(int round) {
        while (round_ < round) deal_board_of(++round_);
    }

    void advance() {
        for (; taken_ < hand_.actions().size(); ++taken_) {
            const Action action = hand_.actions()[taken_];
            const HandState before = hand_.before(taken_);  // a copy, because the makers run other code
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
            const auto what = static_cast<std::uint64_t>(action.player) << 16 |
                              static_cast<std::uint64_t>(action.round) << 8 | static_cast<std::uint64_t>(name) << 1 |
                              static_cast<std::uint64_t>(all_in);
            const Chips to = bet + cost;
            log_.push_back(makers_.make_once(EventMakers::acted,
                                             {what, static_cast<std::uint64_t>(cost), static_cast<std::uint64_t>(to)},
                                             action.player, action.round, static_cast<int>(name), cost, to, all_in));
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
            log_.push_back(makers_.make(EventMakers::returned, settlement.uncalled_player, settlement.uncalled));
        }
        if (!tabled_first_) deal_board_up_to(last);
        for (const Showing& each : settlement.showdown) {
            const int player = each.player;
            log_.push_back(each.shown ? with_hole_cards(EventMakers::shown, player)
                                      : makers_.make(EventMakers::mucked, player));
        }
        deal_board_up_to(last);
        if (settlement.rake) log_.push_back(makers_.make(EventMakers::rake, settlement.rake));
        for (const Award& each : settlement.awards) {
            log_.push_back(
                makers_.make(EventMakers::won, static_cast<int>(each.player), static_cast<int>(each.pot), each.parts));
        }
        nb::list payoffs;
        for (std::size_t player = 0; player < seen_.size(); ++player) payoffs.append(settlement.payoffs[player]);
        log_.push_back(makers_.make(EventMakers::ended, nb::tuple(payoffs)));
    }

    nb::object object_;
    const Hand& hand_;
    nb::object makers_object_;
    EventMakers& makers_;
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
    nb::class_<EventMakers>(module, "EventMakers")
        .def(
            "__init__", [](EventMakers* self, const nb::tuple& makers) { construct(self, makers); }, nb::arg("makers"));

    nb::class_<Narration>(module, "Narration")
        .def(
            "__init__",
            [](Narration* self, nb::handle_t<Hand> hand, const nb::tuple& opening, nb::handle_t<EventMakers> makers,
               bool tabled_first) { construct(self, nb::borrow(hand), opening, nb::borrow(makers), tabled_first); },
            nb::arg("hand"), nb::arg("opening"), nb::arg("makers"), nb::arg("tabled_first"))
        .def("events", &Narration::events, nb::arg("position"));
}

}  // namespace railbird::bindings
