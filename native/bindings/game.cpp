#include <algorithm>
#include <string>

#include "betting_tree.hpp"
#include "bindings.hpp"
#include "hand_state.hpp"

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

// One hand from the dealer's side: the definition, the betting, the states before each action, and the cards.
class Hand {
public:
    Hand(const GameDefinition& game, const std::vector<Chips>& stacks) : game_(game), state_(game, checked_stacks(game, stacks)) {}

    bool over() const { return state_.over(); }
    int actor() const { return state_.actor(); }
    int round() const { return state_.round(); }
    const GameDefinition& game() const { return game_; }
    const HandState& state() const { return state_; }
    Legal legal() const { return state_.legal(game_); }

    void fold() {
        if (!turn().fold) throw nb::value_error("folding is not allowed when checking is free: check instead");
        before_.push_back(state_);
        state_.fold(game_);
    }
    void call() {
        turn();
        before_.push_back(state_);
        state_.call(game_);
    }
    void raise_to(Chips amount) {
        const Legal allowed = turn();
        if (!allowed.raise())
            throw nb::value_error(("raising is not allowed here: fold, check or call (a raise to " + std::to_string(amount) +
                                   " was given)")
                                      .c_str());
        if (amount < allowed.least_raise || amount > allowed.most_raise) {
            const std::string bounds =
                allowed.least_raise == allowed.most_raise
                    ? "to exactly " + std::to_string(allowed.least_raise)
                    : "from " + std::to_string(allowed.least_raise) + " to " + std::to_string(allowed.most_raise);
            throw nb::value_error(("a raise goes " + bounds + ", not to " + std::to_string(amount)).c_str());
        }
        before_.push_back(state_);
        state_.raise_to(game_, amount);
    }
    void undo() {
        if (before_.empty()) throw nb::value_error("there is no action to take back");
        state_ = before_.back();
        before_.pop_back();
    }
    nb::bytes bytes() const { return nb::bytes(reinterpret_cast<const char*>(&state_), sizeof state_); }

private:
    Legal turn() const {
        if (over()) throw nb::value_error("the hand is over");
        return legal();
    }

    GameDefinition game_;
    HandState state_;
    std::vector<HandState> before_;
};

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
               const std::vector<int>& most_actions, const std::vector<int>& first, int reopening, bool full_blind_to_call,
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
                GameDefinition game;
                game.betting = static_cast<Betting>(betting);
                game.players = players;
                game.rounds = rounds;
                game.blinds = to_array<Chips, kMostPlayers>(blinds);
                game.antes = to_array<Chips, kMostPlayers>(antes);
                game.bets = to_array<Chips, kMostRounds>(bets);
                game.most_raises = to_array<int, kMostRounds>(most_raises);
                game.most_actions = to_array<int, kMostRounds>(most_actions);
                game.first = to_array<int, kMostRounds>(first);
                game.rules = {static_cast<Reopening>(reopening), full_blind_to_call, short_bets_count, needs_a_caller,
                              odd_chips, free_fold, uncapped_heads_up};
                new (self) GameDefinition(game);
            },
            nb::kw_only(), nb::arg("betting"), nb::arg("players"), nb::arg("rounds"), nb::arg("blinds"), nb::arg("antes"),
            nb::arg("bets"), nb::arg("most_raises"), nb::arg("most_actions"), nb::arg("first"), nb::arg("reopening"),
            nb::arg("full_blind_to_call"), nb::arg("short_bets_count"), nb::arg("needs_a_caller"), nb::arg("odd_chips"),
            nb::arg("free_fold"), nb::arg("uncapped_heads_up"));
    nb::class_<Legal>(module, "Legal")
        .def_ro("fold", &Legal::fold)
        .def_ro("call", &Legal::call)
        .def_ro("least_raise", &Legal::least_raise)
        .def_ro("most_raise", &Legal::most_raise);
    nb::class_<Hand>(module, "Hand")
        .def(nb::init<const GameDefinition&, const std::vector<Chips>&>(), nb::arg("game"), nb::arg("stacks"))
        .def_prop_ro("over", &Hand::over)
        .def_prop_ro("actor", &Hand::actor)
        .def_prop_ro("round", &Hand::round)
        .def_prop_ro("legal", &Hand::legal)
        .def_prop_ro("last_aggressor", [](const Hand& hand) { return hand.state().last_aggressor(); })
        .def("fold", &Hand::fold)
        .def("call", &Hand::call)
        .def("raise_to", &Hand::raise_to, nb::arg("amount"))
        .def("undo", &Hand::undo)
        .def("bytes", &Hand::bytes)
        .def("clone", [](const Hand& hand) { return Hand(hand); })
        .def_prop_ro("stacks", [](const Hand& h) { return by_player(h, [](auto& s, int p) { return s.stack(p); }); })
        .def_prop_ro("bets", [](const Hand& h) { return by_player(h, [](auto& s, int p) { return s.bet(p); }); })
        .def_prop_ro("paid", [](const Hand& h) { return by_player(h, [](auto& s, int p) { return s.paid(p); }); })
        .def_prop_ro("folded", [](const Hand& h) { return by_player(h, [](auto& s, int p) { return s.folded(p); }); })
        .def_prop_ro("pot", [](const Hand& h) { return h.state().pot(h.game()); })
        .def(
            "payoffs",
            [](const Hand& hand, const std::vector<HandRank>& values) {
                if (!hand.over()) throw nb::value_error("the hand is not over");
                if (static_cast<int>(values.size()) != hand.game().players) throw nb::value_error("a value for each player");
                const auto payoffs = hand.state().payoffs(hand.game(), to_array<HandRank, kMostPlayers>(values));
                return std::vector<Chips>(payoffs.begin(), payoffs.begin() + hand.game().players);
            },
            nb::arg("values"));
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
