#include "strength/monte_carlo.hpp"

#include <algorithm>
#include <stdexcept>

#include "cards/deck.hpp"

namespace railbird {

namespace {

// The number of trial draws of all hands together, from a stream that no batch uses.
constexpr int kTrials = 1 << 14;
constexpr std::uint64_t kTrialStream = ~std::uint64_t{0};
// The cost of drawing a hand, and of visiting one hand of a range when dealing in turn, in nanoseconds.
constexpr double kDrawCost = 10;
constexpr double kLookCost = 2;
// Weighted deals carry less information than unweighted ones: dealing in turn must be cheaper by this factor.
constexpr double kCostOfWeights = 4;

CardSum sum_of_hand(int hand) { return kEvaluator.card(kHoleCards[hand].low) + kEvaluator.card(kHoleCards[hand].high); }

}  // namespace

MonteCarlo::MonteCarlo(const double* weights, int players, CardMask board, CardMask dead)
    : players_(players),
      board_to_come_(kBoardCards - std::popcount(board)),
      board_sum_(kEvaluator.sum(board)),
      tally_{std::vector<double>(std::size_t{1} << players), std::vector<double>(std::size_t{1} << players)} {
    const CardMask live = kFullDeck & ~(board | dead);
    const int live_cards = std::popcount(live);
    for (int player = 0; player < players; ++player) {
        const double* table = weights + player * kHands;
        const double largest = *std::max_element(table, table + kHands);
        if (largest == 0) throw std::invalid_argument("a range has no hand left");
        Drawn drawn{player, {}};
        for (int hand = 0; hand < kHands; ++hand) {
            if (table[hand] == 0) continue;
            const auto parts = static_cast<std::uint64_t>(table[hand] / largest * kParts);
            drawn.hands.push_back({sum_of_hand(hand), kHoleCards[hand].mask(), std::max<std::uint64_t>(parts, 1)});
            drawn.parts += drawn.hands.back().parts;
        }
        const auto& hands = drawn.hands;
        const bool uniform =
            std::all_of(hands.begin(), hands.end(), [&](const Hand& hand) { return hand.parts == hands[0].parts; });
        if (hands.size() == 1) {
            if (hands[0].mask & fixed_mask_)
                throw std::invalid_argument("two players have only hands with the same card");
            fixed_mask_ |= hands[0].mask;
            fixed_.emplace_back(player, hands[0].sum);
        } else if (uniform && static_cast<int>(hands.size()) == live_cards * (live_cards - 1) / 2) {
            dealt_.push_back(player);
        } else {
            drawn_.push_back(std::move(drawn));
        }
    }
    std::stable_sort(drawn_.begin(), drawn_.end(),
                     [](const Drawn& a, const Drawn& b) { return a.hands.size() < b.hands.size(); });
    deck_ = live & ~fixed_mask_;

    make_groups();
    weighted_ = !drawn_.empty() && dealing_in_turn_is_cheaper();
    make_decks();
}

bool MonteCarlo::dealing_in_turn_is_cheaper() const {
    RandomStream random(0, kTrialStream);
    Hands hands{};
    int fitting = 0;
    double draws = 0;
    for (int i = 0; i < kTrials; ++i) {
        CardMask used = 0;
        const std::size_t drawn = draw_groups(random, hands, used);
        fitting += drawn == groups_.size();
        draws += static_cast<double>(drawn + (drawn < groups_.size()));
    }
    double looks = 0;
    for (const Drawn& drawn : drawn_) looks += static_cast<double>(drawn.hands.size());
    return kCostOfWeights * kLookCost * looks * fitting < kDrawCost * draws;
}

void MonteCarlo::make_groups() {
    for (const Drawn& drawn : drawn_) {
        std::vector<Group> more;
        if (!groups_.empty()) more = joined(groups_.back(), drawn);
        if (!more.empty()) {
            groups_.back() = std::move(more.front());
        } else {
            Group alone;
            alone.masks = {0};
            alone.parts = {static_cast<std::uint64_t>(kParts)};
            groups_.push_back(joined(alone, drawn).front());
        }
    }
    for (Group& group : groups_) {
        const auto& parts = group.parts;
        if (std::any_of(parts.begin(), parts.end(), [&](std::uint64_t each) { return each != parts[0]; }))
            group.table = AliasTable(parts);
    }
}

std::vector<MonteCarlo::Group> MonteCarlo::joined(const Group& group, const Drawn& drawn) const {
    const std::size_t before = group.players.size();
    if (before && group.masks.size() * drawn.hands.size() > kMostCombinations) return {};
    Group all{group.players, {}, {}, {}, {}};
    all.players.push_back(drawn.player);
    std::vector<double> weights;
    for (std::size_t i = 0; i < group.masks.size(); ++i)
        for (const Hand& hand : drawn.hands) {
            if (hand.mask & (group.masks[i] | fixed_mask_)) continue;
            all.masks.push_back(group.masks[i] | hand.mask);
            for (std::size_t j = 0; j < before; ++j) all.sums.push_back(group.sums[i * before + j]);
            all.sums.push_back(hand.sum);
            weights.push_back(static_cast<double>(group.parts[i]) * static_cast<double>(hand.parts));
        }
    const double largest = weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
    for (const double weight : weights)
        all.parts.push_back(std::max<std::uint64_t>(static_cast<std::uint64_t>(weight / largest * kParts), 1));
    return {std::move(all)};
}

// Draws a combination of a group; returns its index.
std::size_t MonteCarlo::draw(const Group& group, RandomStream& random, Hands& hands) {
    Draws draws(random.next());
    const std::size_t index = group.table.empty() ? draws.below(group.masks.size()) : group.table.draw(draws);
    const std::size_t players = group.players.size();
    const CardSum* sums = group.sums.data() + index * players;
    for (std::size_t i = 0; i < players; ++i) hands[group.players[i]] = sums[i];
    return index;
}

// Draws for one group after another while they share no card; returns the number of groups drawn.
std::size_t MonteCarlo::draw_groups(RandomStream& random, Hands& hands, CardMask& used) const {
    used = fixed_mask_;
    std::size_t drawn = 0;
    for (const Group& group : groups_) {
        if (group.masks.empty()) break;
        const CardMask mask = group.masks[draw(group, random, hands)];
        if (mask & used) break;
        used |= mask;
        ++drawn;
    }
    return drawn;
}

void MonteCarlo::make_decks() {
    if (weighted_ || groups_.size() != 1) return;
    for (const CardMask mask : groups_[0].masks) decks_.emplace_back(deck_ & ~mask);
}

// A hand's parts, or 0 if it has a used card. Without a branch, because it would be unpredictable.
std::uint64_t MonteCarlo::open_parts(const Hand& hand, CardMask used) {
    return hand.parts & -static_cast<std::uint64_t>((hand.mask & used) == 0);
}

// Deals each player a hand from the rest of their range; returns the product of these rests, or 0 at a dead end.
double MonteCarlo::draw_in_turn(RandomStream& random, Hands& hands, CardMask& used) const {
    used = fixed_mask_;
    double weight = 1;
    for (const Drawn& drawn : drawn_) {
        std::uint64_t left = 0;
        for (const Hand& hand : drawn.hands) left += open_parts(hand, used);
        if (left == 0) return 0;
        const std::uint64_t threshold = Draws(random.next()).below(left);
        const Hand* chosen = drawn.hands.data();
        for (std::uint64_t passed = 0;; ++chosen)
            if ((passed += open_parts(*chosen, used)) > threshold) break;
        used |= chosen->mask;
        hands[drawn.player] = chosen->sum;
        weight *= static_cast<double>(left) / static_cast<double>(drawn.parts);
    }
    return weight;
}

MonteCarlo::Tally MonteCarlo::deal_batch(std::uint64_t seed, std::int64_t batch, std::int64_t deals,
                                         const StopFlag& stop) const {
    if (drawn_.empty()) return deal_batch_with<Ranges::none>(seed, batch, deals, stop);
    return decks_.empty() ? deal_batch_with<Ranges::several>(seed, batch, deals, stop)
                          : deal_batch_with<Ranges::together>(seed, batch, deals, stop);
}

template <MonteCarlo::Ranges kRanges>
MonteCarlo::Tally MonteCarlo::deal_batch_with(std::uint64_t seed, std::int64_t batch, std::int64_t deals,
                                              const StopFlag& stop) const {
    RandomStream random(seed, static_cast<std::uint64_t>(batch));
    // If all ranges are drawn together, deal indices into the deck that their hands leave; otherwise deal cards.
    Deck deck(kRanges == Ranges::together ? (CardMask{1} << decks_[0].size) - 1 : deck_);
    Tally tally{std::vector<double>(tally_.weights.size()), std::vector<double>(tally_.weights.size())};
    Hands hands{};
    for (const auto& [player, sum] : fixed_) hands[player] = sum;

    for (std::int64_t deal = 0; deal < deals && !stop; ++deal) {
        CardMask used = 0;
        double weight = 1;
        [[maybe_unused]] const Card* left = nullptr;
        if constexpr (kRanges == Ranges::together) {
            left = decks_[draw(groups_[0], random, hands)].cards.data();
        } else if constexpr (kRanges == Ranges::several) {
            if (weighted_) {
                weight = draw_in_turn(random, hands, used);
                if (weight == 0) continue;
            } else {
                while (draw_groups(random, hands, used) < groups_.size()) {
                }
            }
        }

        deck.gather();
        const auto deal_card = [&]() -> const CardSum& {
            Card card = deck.deal(random);
            if constexpr (kRanges == Ranges::together) card = left[card];
            if constexpr (kRanges == Ranges::several)
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
        tally.weights[showdown.winners()] += weight;
        tally.squares[showdown.winners()] += weight * weight;
    }
    return tally;
}

void MonteCarlo::run(std::uint64_t seed, std::int64_t first, std::int64_t last, int threads, const StopFlag& stop) {
    const auto batches = tally_batches<Tally>(kBatch, first, last, threads, stop, [&](int batch, std::int64_t deals) {
        return deal_batch(seed, batch, deals, stop);
    });
    if (stop) return;
    for (const Tally& batch : batches)
        for (std::size_t i = 0; i < tally_.weights.size(); ++i) {
            tally_.weights[i] += batch.weights[i];
            tally_.squares[i] += batch.squares[i];
        }
}

}  // namespace railbird
