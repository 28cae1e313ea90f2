#include <algorithm>
#include <string>

#include "bindings/bindings.hpp"
#include "bindings/game_arguments.hpp"
#include "bindings/instances.hpp"
#include "cards/evaluator.hpp"
#include "game/betting_sequences.hpp"
#include "game/dealing.hpp"
#include "game/random_hands.hpp"

namespace railbird::bindings {

namespace {

constexpr std::int64_t kFewHands = 256;  // are over before anybody could press Ctrl-C

template <class T, std::size_t N>
std::array<T, N> to_array(const std::vector<T>& values) {
    std::array<T, N> array{};
    std::copy_n(values.begin(), std::min(values.size(), N), array.begin());
    return array;
}

template <class T>
void check_count(const char* name, const std::vector<T>& values, int count) {
    if (values.size() != static_cast<std::size_t>(count))
        throw nb::value_error(
            (std::string(name) + " needs " + std::to_string(count) + " numbers, not " + std::to_string(values.size()))
                .c_str());
}

}  // namespace

std::array<Chips, kMostPlayers> checked_stacks(const GameDefinition& game, const std::vector<Chips>& stacks) {
    if (static_cast<int>(stacks.size()) != game.players)
        throw nb::value_error(("a game of " + std::to_string(game.players) + " players needs one stack for each, not " +
                               std::to_string(stacks.size()))
                                  .c_str());
    for (const Chips stack : stacks)
        if (stack < 1 || stack > kMostChips)
            throw nb::value_error(("a stack has 1 to 2^40 chips, not " + std::to_string(stack)).c_str());
    return to_array<Chips, kMostPlayers>(stacks);
}

void bind_game(nb::module_& module) {
    nb::class_<GameDefinition>(module, "GameDefinition")
        .def(
            "__init__",
            [](GameDefinition* self, int betting, int players, int rounds, const std::vector<Chips>& blinds,
               const std::vector<Chips>& antes, const std::vector<Chips>& bets, const std::vector<int>& most_raises,
               const std::vector<int>& most_actions, const std::vector<int>& first, int hole_cards,
               const std::vector<int>& board_cards, int ranks, int suits, int reopening, bool full_blind_to_call,
               bool short_bets_count, bool needs_a_caller, bool skips_idle, bool odd_chips, bool free_fold,
               bool uncapped_heads_up, bool muck, int rake, Chips rake_cap, bool no_flop_no_drop) {
                if (betting < 0 || betting > 2 || reopening < 0 || reopening > 2)
                    throw nb::value_error("betting and reopening must be 0, 1 or 2");
                if (players < 2 || players > kMostPlayers || rounds < 1 || rounds > kMostRounds)
                    throw nb::value_error("a game has 2 to 10 players and 1 to 4 rounds");
                check_count("blinds", blinds, players);
                check_count("antes", antes, players);
                check_count("bets", bets, rounds);
                check_count("most_raises", most_raises, rounds);
                check_count("most_actions", most_actions, rounds);
                check_count("first", first, rounds);
                check_count("board_cards", board_cards, rounds);
                for (const int position : first)
                    if (position < 0 || position >= players)
                        throw nb::value_error("the first to act must be a position of the game");
                for (const auto* chips : {&blinds, &antes, &bets})
                    for (const Chips amount : *chips)
                        if (amount < 0 || amount > kMostChips) throw nb::value_error("amounts must be 0 to 2^40 chips");
                for (const Chips bet : bets)
                    if (bet < 1) throw nb::value_error("a bet must be at least 1 chip");
                for (const int raises : most_raises)
                    if (raises < 0 || raises > kAnyRaises) throw nb::value_error("a round has 0 to 255 raises");
                for (const int actions : most_actions)
                    if (actions < 0 || actions > 1'000'000) throw nb::value_error("a round has 0 to 1,000,000 actions");
                if (rake < 0 || rake > 10'000 || rake_cap < 0 || rake_cap > kMostChips)
                    throw nb::value_error("a rake must be 0 to 10,000 ten-thousandths, with a cap of 0 to 2^40 chips");
                int cards = hole_cards;
                for (const int round_cards : board_cards) {
                    if (round_cards < 0 || round_cards > kMaxCards)
                        throw nb::value_error("a round has 0 to 7 board cards");
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
                              skips_idle,
                              odd_chips,
                              free_fold,
                              uncapped_heads_up,
                              muck};
                game.rake = {rake, rake_cap, no_flop_no_drop};
                construct(self, game);
            },
            nb::kw_only(), nb::arg("betting"), nb::arg("players"), nb::arg("rounds"), nb::arg("blinds"),
            nb::arg("antes"), nb::arg("bets"), nb::arg("most_raises"), nb::arg("most_actions"), nb::arg("first"),
            nb::arg("hole_cards"), nb::arg("board_cards"), nb::arg("ranks"), nb::arg("suits"), nb::arg("reopening"),
            nb::arg("full_blind_to_call"), nb::arg("short_bets_count"), nb::arg("needs_a_caller"),
            nb::arg("skips_idle"), nb::arg("odd_chips"), nb::arg("free_fold"), nb::arg("uncapped_heads_up"),
            nb::arg("muck"), nb::arg("rake"), nb::arg("rake_cap"), nb::arg("no_flop_no_drop"));
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
            if (first < 0 || last < first) throw nb::value_error("hands must be a range from 0 on");
            PlayCount count;
            const GameDefinition played = game;
            run_interruptibly(last - first <= kFewHands ? 0 : 1, [&](int, const StopFlag& stop) {
                count = play_at_random(played, checked, seed, first, last, stop);
            });
            return std::make_tuple(count.hands, count.actions, count.showdowns);
        },
        nb::arg("game"), nb::arg("stacks"), nb::arg("seed"), nb::arg("first"), nb::arg("last"));
    module.def(
        "count_betting_sequences",
        [](const GameDefinition& game, const std::vector<Chips>& stacks, int still_in, bool folds) {
            if (still_in < kNobody || still_in >= game.players)
                throw nb::value_error("still_in must be a position of the game, or -1");
            const auto checked = checked_stacks(game, stacks);
            SequenceCount count;
            const GameDefinition counted = game;
            run_interruptibly(1, [&](int, const StopFlag& stop) {
                count = count_betting_sequences(counted, checked, still_in, folds, stop);
            });
            return std::make_tuple(count.decisions, count.showdowns, count.folded_out);
        },
        nb::arg("game"), nb::arg("stacks"), nb::arg("still_in"), nb::arg("folds"));
}

}  // namespace railbird::bindings
