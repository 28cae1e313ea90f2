#include "game/random_hands.hpp"

#include <stdexcept>
#include <string>

#include "game/dealing.hpp"
#include "game/settlement.hpp"

namespace railbird {

namespace {

constexpr int kMostActions = 100'000;

void check(bool holds, const char* what, std::int64_t hand) {
    if (!holds) throw std::logic_error(std::string(what) + " in hand " + std::to_string(hand));
}

}  // namespace

PlayCount play_at_random(const GameDefinition& game, const std::array<Chips, kMostPlayers>& stacks, std::uint64_t seed,
                         std::int64_t first, std::int64_t last, const StopFlag& stop) {
    PlayCount count;
    for (std::int64_t number = first; number < last && !stop; ++number) {
        const auto hand = static_cast<std::uint64_t>(number);
        std::array<Card, kCards> deck;
        deal_cards(game, seed, hand, deck.data());
        RandomStream random = RandomStream::named(seed, {hand, static_cast<std::uint64_t>(Purpose::random_hands)});

        HandState state(game, stacks);
        int actions = 0;
        for (; !state.over(); ++actions) {
            check(actions < kMostActions, "no end", number);
            const Legal legal = state.legal(game);
            Draws draws(random.next());
            const std::uint64_t choice = draws.below(1u + legal.fold + legal.raise());
            if (choice == 0) {
                state.call(game);
            } else if (choice == 1 && legal.raise()) {
                Chips amount = legal.least_raise;
                if (legal.most_raise > legal.least_raise) {
                    const auto span = static_cast<std::uint64_t>(legal.most_raise - legal.least_raise);
                    const std::uint64_t kind = draws.below(4);
                    amount += static_cast<Chips>(kind == 0 ? 0 : kind == 1 ? span : draws.below(span + 1));
                }
                state.raise_to(game, amount);
            } else {
                state.fold(game);
            }
        }

        count.showdowns += state.players_in(game) > 1;
        const Payoffs result = payoffs(game, state, values_of(game, state, deck.data()));
        Chips sum = 0;
        for (int player = 0; player < game.players; ++player) {
            sum += result[player];
            check(state.stack(player) >= 0, "a stack below 0", number);
            check(state.stack(player) + state.paid(player) == stacks[player], "chips lost from a stack", number);
            check(result[player] >= -stacks[player] * kParts, "more lost than was there", number);
        }
        check(sum <= 0 && (sum == 0 || game.rake.ten_thousandths), "chips lost or made", number);
        ++count.hands;
        count.actions += actions;
    }
    return count;
}

}  // namespace railbird
