#include "monte_carlo.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "boards.hpp"
#include "parallel.hpp"
#include "random.hpp"

namespace railbird {

namespace {

// A batch gives up after so many draws per deal that did not fit together.
constexpr std::int64_t kMostTriesPerDeal = 5000;

// Cards taken from one random word: 52^6 < 2^35, so that no six cards are favoured by more than one part in 2^29.
constexpr int kCardsPerWord = 6;

// A deck that is shuffled only as far as it is dealt; what was dealt before is as good a start as any.
class Deck {
public:
    explicit Deck(const std::vector<Card>& cards) : size_(static_cast<std::uint32_t>(cards.size())) {
        std::copy(cards.begin(), cards.end(), cards_.begin());
    }
    void gather() {
        left_ = size_;
        draws_left_ = 0;
    }
    Card deal(RandomStream& random) {
        if (draws_left_-- == 0) {
            draws_ = Draws(random.next());
            draws_left_ = kCardsPerWord - 1;
        }
        const std::uint32_t place = draws_.below(left_--);
        const Card card = cards_[place];
        cards_[place] = cards_[left_];
        cards_[left_] = card;
        return card;
    }

private:
    std::array<Card, kCards> cards_;
    std::uint32_t size_, left_ = 0;
    int draws_left_ = 0;
    Draws draws_{0};
};

}  // namespace

MonteCarlo::MonteCarlo(const double* weights, int players, CardMask board, CardMask dead)
    : players_(players),
      board_to_come_(kBoardCards - std::popcount(board)),
      board_sum_(kEvaluator.sum(board)),
      tally_(std::size_t{1} << players) {
    CardMask live = kFullDeck & ~(board | dead);
    const int live_cards = std::popcount(live);
    for (int player = 0; player < players; ++player) {
        const double* table = weights + player * kHands;
        std::vector<int> hands;
        for (int hand = 0; hand < kHands; ++hand)
            if (table[hand] > 0) hands.push_back(hand);
        const bool uniform =
            std::all_of(hands.begin(), hands.end(), [&](int hand) { return table[hand] == table[hands[0]]; });
        if (hands.size() == 1) {
            const CardMask mask = kHoleCards[hands[0]].mask();
            fixed_fit_ = fixed_fit_ && !(mask & fixed_mask_);
            fixed_mask_ |= mask;
            fixed_.emplace_back(player, CardSum{kEvaluator.sum(mask).words - Evaluator::empty().words});
            continue;
        }
        if (uniform && static_cast<int>(hands.size()) == live_cards * (live_cards - 1) / 2) {
            dealt_.push_back(player);
            continue;
        }
        Drawn drawn{player, {}, {}, uniform};
        double total = 0;
        for (const int hand : hands) {
            const CardMask mask = kHoleCards[hand].mask();
            drawn.hands.push_back({CardSum{kEvaluator.sum(mask).words - Evaluator::empty().words}, mask});
            total += table[hand];
        }
        if (!uniform) {
            std::vector<double> share;
            std::vector<std::uint16_t> poor, rich;
            for (std::size_t i = 0; i < hands.size(); ++i) {
                share.push_back(table[hands[i]] / total * static_cast<double>(hands.size()));
                const auto place = static_cast<std::uint16_t>(i);
                drawn.columns.push_back({~std::uint64_t{0}, place, place});
                (share[i] < 1 ? poor : rich).push_back(place);
            }
            while (!poor.empty() && !rich.empty()) {
                const std::uint16_t taker = poor.back(), giver = rich.back();
                poor.pop_back();
                drawn.columns[taker].keep = static_cast<std::uint64_t>(share[taker] * 0x1p64);
                drawn.columns[taker].alias = giver;
                share[giver] -= 1 - share[taker];
                if (share[giver] < 1) {
                    rich.pop_back();
                    poor.push_back(giver);
                }
            }
        }
        drawn_.push_back(std::move(drawn));
    }
    for_each_card(live & ~fixed_mask_, [&](int card) { deck_.push_back(static_cast<Card>(card)); });
}

bool MonteCarlo::deal_batch(std::uint64_t seed, std::int64_t batch, std::int64_t deals,
                            std::vector<std::int64_t>& tally) const {
    RandomStream random(seed, static_cast<std::uint64_t>(batch));
    Deck deck(deck_);
    std::int64_t tries_left = deals * kMostTriesPerDeal;
    std::array<CardSum, kMaxPlayers> hands{};
    for (const auto& [player, sum] : fixed_) hands[player] = sum;

    for (std::int64_t deal = 0; deal < deals; ++deal) {
        CardMask used = 0;
        for (bool fits = drawn_.empty(); !fits;) {
            if (--tries_left < 0) return false;
            used = fixed_mask_;
            fits = true;
            for (const Drawn& drawn : drawn_) {
                Draws draws(random.next());
                std::uint32_t place = draws.below(static_cast<std::uint32_t>(drawn.hands.size()));
                if (!drawn.uniform) {
                    const Column& column = drawn.columns[place];
                    place = draws.rest() < column.keep ? column.own : column.alias;
                }
                const Hand& hand = drawn.hands[place];
                if (hand.mask & used) {
                    fits = false;
                    break;
                }
                used |= hand.mask;
                hands[drawn.player] = hand.sum;
            }
        }

        deck.gather();
        const auto deal_card = [&]() -> const CardSum& {
            Card card = deck.deal(random);
            while (used & bit_of(card)) card = deck.deal(random);
            return kEvaluator.card(card);
        };
        CardSum board = board_sum_;
        for (int i = 0; i < board_to_come_; ++i) board += deal_card();
        for (const int player : dealt_) {
            hands[player] = deal_card();
            hands[player] += deal_card();
        }

        Showdown showdown;
        for (int player = 0; player < players_; ++player)
            showdown.show(player, kEvaluator.rank(board + hands[player], 7));
        ++tally[showdown.winners()];
    }
    return true;
}

bool MonteCarlo::run(std::uint64_t seed, std::int64_t first, std::int64_t last, int threads) {
    if (!fixed_fit_) return false;
    std::mutex adding;
    std::atomic<bool> all_fit{true};
    const auto first_batch = static_cast<int>(first / kBatch);
    const auto end_batch = static_cast<int>((last + kBatch - 1) / kBatch);
    for_each_block(first_batch, end_batch, threads, [&](int batch) {
        if (!all_fit) return;
        const std::int64_t deals = std::min(kBatch, last - batch * kBatch);
        std::vector<std::int64_t> tally(tally_.size());
        if (!deal_batch(seed, batch, deals, tally)) all_fit = false;
        const std::lock_guard lock(adding);
        for (std::size_t i = 0; i < tally.size(); ++i) tally_[i] += tally[i];
    });
    return all_fit;
}

}  // namespace railbird
