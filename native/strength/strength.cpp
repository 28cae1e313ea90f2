#include "strength/strength.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "cards/rank_pairs.hpp"
#include "strength/value_sort.hpp"

namespace railbird {

namespace {

constexpr int kAhead = 0, kTied = 1, kBehind = 2;

// Up to this many hands are cheaper to compare with all others than to sweep.
constexpr std::size_t kFewHands = 4;

std::vector<double> both(const double* asked, const double* weights) {
    std::vector<double> tables(asked, asked + kHands);
    for (double& value : tables) value = value != 0;
    tables.insert(tables.end(), weights, weights + kHands);
    return tables;
}

}  // namespace

// The state of one board: the hands without its new cards, in the order of hands_, and the data of the sweeps.
struct Strength::Workspace : ValueSort {
    struct CardList {  // the opposing hands with one card, by value now
        std::array<double, kCards> rank;
        std::array<double, kCards> weight;
        int size = 0;
    };

    std::array<std::uint16_t, kHands> alive;
    std::array<std::uint16_t, kHands> later_rank;  // by slot in `alive`
    std::array<double, kCards> below;
    std::array<double, kHands> ahead;  // by slot in hands_
    std::array<double, kHands> value;
    std::array<double, kHands + 1> tree;
    std::array<CardList, kCards> lists;

    // The weight that was added with one of the first `ranks` later values.
    double entered(int ranks) const {
        double sum = 0;
        for (int i = ranks; i > 0; i &= i - 1) sum += tree[i];
        return sum;
    }
    void enter(int rank, int ranks, double weight) {
        for (int i = rank + 1; i <= ranks; i += i & -i) tree[i] += weight;
    }
};

Strength::Strength(const double* asked, const double* weights, CardMask board, int cards_to_come, Detail detail)
    : final_size_(std::popcount(board) + cards_to_come + 2),
      changes_(cards_to_come > 0),
      detail_(changes_ ? detail : Detail::later),
      symmetry_(find_symmetry(both(asked, weights).data(), 2, {board})),
      completions_(board, 0, symmetry_, cards_to_come),
      blocks_(kBlocks) {
    const CardSum board_sum = kEvaluator.sum(board);
    for (int i = 0; i < kHands; ++i) {
        const HoleCards cards = kHoleCards[i];
        if ((asked[i] == 0 && weights[i] == 0) || (cards.mask() & board)) continue;
        const CardSum sum = board_sum + kEvaluator.card(cards.low) + kEvaluator.card(cards.high);
        hands_.push_back({cards.mask(), cards.low, cards.high,
                          static_cast<std::uint8_t>(rank_pair(cards.low, cards.high)), std::uint8_t{0},
                          static_cast<std::uint16_t>(i), asked[i] != 0, weights[i],
                          kEvaluator.rank(sum, std::popcount(board) + 2)});
    }
    std::stable_sort(hands_.begin(), hands_.end(), [](const Hand& a, const Hand& b) { return a.value < b.value; });

    const std::vector<Now> now = standings_now();
    double all = 0;
    std::size_t count = 0;
    for (const Hand& hand : hands_) {
        all += hand.weight;
        count += hand.asked;
    }
    for (std::size_t slot = 0; slot < hands_.size(); ++slot) {
        Hand& hand = hands_[slot];
        if (!hand.asked) continue;
        for (int k = 0; k < 3; ++k) hand.rows |= static_cast<std::uint8_t>((now[slot].hands[k] > 0) << k);
        if (count <= kFewHands || is_best_one_by_one(now[slot], all)) {
            few_.push_back(few_of(static_cast<int>(slot)));
            hand.asked = false;
        } else {
            swept_.push_back(static_cast<std::uint16_t>(slot));
        }
    }
    if (!few_.empty()) list_hands();
}

std::vector<Strength::Now> Strength::standings_now() const {
    struct Sum {
        double weight = 0;
        int hands = 0;
        Sum& operator+=(const Hand& hand) {
            weight += hand.weight;
            hands += hand.weight > 0;
            return *this;
        }
    };
    Sum all, below;
    std::array<Sum, kCards> all_with{}, below_with{};
    for (const Hand& hand : hands_) {
        all += hand;
        all_with[hand.low] += hand;
        all_with[hand.high] += hand;
    }
    // The hand itself has both cards, so it is counted for each.
    const auto without = [](const Hand& hand, const Sum& sum, const std::array<Sum, kCards>& with, bool itself) {
        Sum rest{sum.weight - with[hand.low].weight - with[hand.high].weight,
                 sum.hands - with[hand.low].hands - with[hand.high].hands};
        if (itself) rest += hand;
        return rest;
    };
    std::vector<Now> result(hands_.size());
    for (std::size_t start = 0, end; start < hands_.size(); start = end) {
        for (end = start; end < hands_.size() && hands_[end].value == hands_[start].value; ++end) {
            const Sum ahead = without(hands_[end], below, below_with, false);
            result[end].weight[kAhead] = ahead.weight;
            result[end].hands[kAhead] = ahead.hands;
        }
        for (std::size_t i = start; i < end; ++i) {
            below += hands_[i];
            below_with[hands_[i].low] += hands_[i];
            below_with[hands_[i].high] += hands_[i];
        }
        for (std::size_t i = start; i < end; ++i) {
            const Sum not_behind = without(hands_[i], below, below_with, true);
            const Sum opposing = without(hands_[i], all, all_with, true);
            result[i].weight[kTied] = not_behind.weight - result[i].weight[kAhead];
            result[i].hands[kTied] = not_behind.hands - result[i].hands[kAhead];
            result[i].weight[kBehind] = opposing.weight - not_behind.weight;
            result[i].hands[kBehind] = opposing.hands - not_behind.hands;
        }
    }
    return result;
}

// Sums over the whole range lose the digits of a small part of it: of all hands that the hand faces, or, for its
// potential, of those that it is not ahead of or not behind now.
bool Strength::is_best_one_by_one(const Now& now, double all) const {
    const auto is_small = [&](double weight, int hands) { return hands > 0 && weight < kTinyShare * all; };
    const auto [ahead, tied, behind] = now.weight;
    const auto [ahead_hands, tied_hands, behind_hands] = now.hands;
    if (is_small(ahead + tied + behind, ahead_hands + tied_hands + behind_hands)) return true;
    return detail_ == Detail::tables && (is_small(ahead + tied / 2, ahead_hands + tied_hands) ||
                                         is_small(behind + tied / 2, behind_hands + tied_hands));
}

void Strength::list_hands() {
    for (std::size_t i = 0; i < hands_.size(); ++i) {
        const auto slot = static_cast<std::uint16_t>(i);
        const int low = suit_of(hands_[i].low), high = suit_of(hands_[i].high);
        with_card_[hands_[i].low].push_back(slot);
        with_card_[hands_[i].high].push_back(slot);
        if (low == high) {
            with_two_of_suit_[low].push_back(slot);
        } else {
            with_one_of_suit_[low].push_back(slot);
            with_one_of_suit_[high].push_back(slot);
        }
    }
}

void Strength::look_one_by_one(const CardSum& board_sum, CardMask new_cards, double copies, Workspace& work,
                               Table* tables) const {
    const auto is_dealt = [&](const Few& few) { return (hands_[few.slot].mask & new_cards) == 0; };
    if (std::none_of(few_.begin(), few_.end(), is_dealt)) return;
    value_hands(board_sum, new_cards, work);
    for (std::size_t number = 0; number < few_.size(); ++number) {
        const Few& few = few_[number];
        if (!is_dealt(few)) continue;
        const double value = work.value[few.slot];
        for (int now = 0; now < 3; ++now) {
            double lower = 0, tied = 0, higher = 0;
            for (int i = few.starts[now]; i < few.starts[now + 1]; ++i) {
                lower += work.value[i] < value ? few.weights[i] : 0.0;
                tied += work.value[i] == value ? few.weights[i] : 0.0;
                higher += work.value[i] > value ? few.weights[i] : 0.0;
            }
            tables[number][3 * now + kAhead] += copies * lower;
            tables[number][3 * now + kTied] += copies * tied;
            tables[number][3 * now + kBehind] += copies * higher;
        }
    }
}

// The later values of all hands, by slot. Without a flush only ranks count, and there are only 91 rank pairs.
void Strength::value_hands(const CardSum& board_sum, CardMask new_cards, Workspace& work) const {
    const auto value = [&](const Hand& hand) {
        const CardSum sum = board_sum + kEvaluator.card(hand.low) + kEvaluator.card(hand.high);
        return static_cast<double>(kEvaluator.rank(sum, final_size_));
    };
    std::array<double, kRankPairs> by_ranks;
    for_each_rank_pair(board_sum, [&](int pair, std::uint64_t key, int) {
        by_ranks[pair] = kEvaluator.rank_without_flush(board_sum.key() + key, final_size_);
    });
    for (std::size_t slot = 0; slot < hands_.size(); ++slot) work.value[slot] = by_ranks[hands_[slot].rank_pair];
    for (int suit = 0; suit < kSuits; ++suit) {
        const int of_suit = std::popcount(board_sum.ranks() >> (16 * suit) & 0x1FFF);
        if (of_suit < 3) continue;
        for (const std::uint16_t slot : with_two_of_suit_[suit]) work.value[slot] = value(hands_[slot]);
        if (of_suit < 4) continue;
        for (const std::uint16_t slot : with_one_of_suit_[suit]) work.value[slot] = value(hands_[slot]);
        if (of_suit < 5) continue;
        for (std::size_t slot = 0; slot < hands_.size(); ++slot) work.value[slot] = value(hands_[slot]);
    }
    // Hands with a new card compare as neither below, above nor equal.
    for_each_card(new_cards, [&](int card) {
        for (const std::uint16_t slot : with_card_[card]) work.value[slot] = std::numeric_limits<double>::quiet_NaN();
    });
}

void Strength::sweep(const CardSum& board_sum, CardMask new_cards, double copies, Workspace& work,
                     Tally* tallies) const {
    int count = 0;
    for (std::size_t slot = 0; slot < hands_.size(); ++slot) {
        work.alive[count] = static_cast<std::uint16_t>(slot);
        count += !(hands_[slot].mask & new_cards);
    }
    for (int i = 0; i < count; ++i) {
        const Hand& hand = hands_[work.alive[i]];
        const CardSum sum = board_sum + kEvaluator.card(hand.low) + kEvaluator.card(hand.high);
        work.hands[i] = static_cast<std::uint32_t>(kEvaluator.rank(sum, final_size_)) << 16 | static_cast<unsigned>(i);
    }
    work.sort(count);

    // Sweep upwards by later value.
    double below = 0, all = 0;
    std::array<double, kCards> all_with{};
    for (int i = 0; i < count; ++i) {
        const Hand& hand = hands_[work.alive[i]];
        all += hand.weight;
        all_with[hand.low] += hand.weight;
        all_with[hand.high] += hand.weight;
    }
    const auto entered_without = [&](const Hand& hand) { return below - work.below[hand.low] - work.below[hand.high]; };
    const auto enter = [&](const Hand& hand) {
        below += hand.weight;
        work.below[hand.low] += hand.weight;
        work.below[hand.high] += hand.weight;
    };
    work.below.fill(0);
    int ranks = 0;
    for (int start = 0, end; start < count; start = end, ++ranks) {
        const std::uint32_t value = ValueSort::value_of(work.hands[start]);
        for (end = start; end < count && ValueSort::value_of(work.hands[end]) == value; ++end) {
            const std::uint32_t i = ValueSort::slot_of(work.hands[end]);
            work.later_rank[i] = static_cast<std::uint16_t>(ranks);
            const Hand& hand = hands_[work.alive[i]];
            if (!hand.asked) continue;
            work.ahead[work.alive[i]] = entered_without(hand);
            tallies[work.alive[i]].later[kAhead] += copies * work.ahead[work.alive[i]];
        }
        for (int k = start; k < end; ++k) enter(hands_[work.alive[ValueSort::slot_of(work.hands[k])]]);
        for (int k = start; k < end; ++k) {
            const std::uint16_t slot = work.alive[ValueSort::slot_of(work.hands[k])];
            const Hand& hand = hands_[slot];
            if (!hand.asked) continue;
            const double not_behind = entered_without(hand) + hand.weight;
            const double opposing = all - all_with[hand.low] - all_with[hand.high] + hand.weight;
            tallies[slot].later[kTied] += copies * (not_behind - work.ahead[slot]);
            tallies[slot].later[kBehind] += copies * (opposing - not_behind);
        }
    }
    if (detail_ == Detail::later) return;

    // Sweep upwards by current value.
    below = 0;
    work.below.fill(0);
    std::fill_n(work.tree.begin(), ranks + 1, 0.0);
    for (auto& list : work.lists) list.size = 0;
    for (int start = 0, end; start < count; start = end) {
        const HandRank value = hands_[work.alive[start]].value;
        for (end = start; end < count && hands_[work.alive[end]].value == value; ++end) {
            const Hand& hand = hands_[work.alive[end]];
            if (!hand.asked) continue;
            Tally& tally = tallies[work.alive[end]];
            const int rank = work.later_rank[end];
            double lower = work.entered(rank), tied = work.entered(rank + 1) - lower;
            for (const Card card : {hand.low, hand.high}) {
                const Workspace::CardList& list = work.lists[card];
                double list_lower = 0, list_tied = 0;
                for (int k = 0; k < list.size; ++k) {
                    list_lower += list.rank[k] < rank ? list.weight[k] : 0.0;
                    list_tied += list.rank[k] == rank ? list.weight[k] : 0.0;
                }
                lower -= list_lower;
                tied -= list_tied;
            }
            tally.lower_lower += copies * lower;
            tally.lower_tied += copies * tied;
            work.ahead[work.alive[end]] = entered_without(hand);
            tally.now[kAhead] += copies * work.ahead[work.alive[end]];
        }
        for (int i = start; i < end; ++i) {
            const Hand& hand = hands_[work.alive[i]];
            if (hand.weight == 0) continue;
            enter(hand);
            for (const Card card : {hand.low, hand.high}) {
                Workspace::CardList& list = work.lists[card];
                list.rank[list.size] = work.later_rank[i];
                list.weight[list.size++] = hand.weight;
            }
        }
        // Hands that are tied now are usually few, so they are compared one by one.
        for (int i = start; i < end; ++i) {
            const Hand& hand = hands_[work.alive[i]];
            if (!hand.asked) continue;
            Tally& tally = tallies[work.alive[i]];
            const double not_behind = entered_without(hand) + hand.weight;
            const double opposing = all - all_with[hand.low] - all_with[hand.high] + hand.weight;
            tally.now[kTied] += copies * (not_behind - work.ahead[work.alive[i]]);
            tally.now[kBehind] += copies * (opposing - not_behind);
            double lower = 0, tied = 0;
            for (int k = start; k < end; ++k) {
                const Hand& other = hands_[work.alive[k]];
                if (other.mask & hand.mask) continue;
                lower += work.later_rank[k] < work.later_rank[i] ? other.weight : 0.0;
                tied += work.later_rank[k] == work.later_rank[i] ? other.weight : 0.0;
            }
            tally.tied_lower += copies * lower;
            tally.tied_tied += copies * tied;
        }
        for (int i = start; i < end; ++i) work.enter(work.later_rank[i], ranks, hands_[work.alive[i]].weight);
    }
}

void Strength::run(int first_block, int last_block, int threads, const StopFlag& stop) {
    for_each_block(first_block, last_block, threads, stop, [&](int number) {
        if (!completions_.has(number)) return;
        Block& block = blocks_[number];
        block.few.assign(few_.size(), {});
        block.swept.assign(swept_.empty() ? 0 : hands_.size(), {});
        const auto work = std::make_unique_for_overwrite<Workspace>();
        completions_.for_each(number, stop, [&](CardMask new_cards, const CardSum& board_sum, double copies) {
            if (!few_.empty()) look_one_by_one(board_sum, new_cards, copies, *work, block.few.data());
            if (!swept_.empty()) sweep(board_sum, new_cards, copies, *work, block.swept.data());
        });
    });
}

Strength::Few Strength::few_of(int slot) const {
    const Hand& hand = hands_[static_cast<std::size_t>(slot)];
    const auto below = [](const Hand& a, const Hand& b) { return a.value < b.value; };
    const auto [first, last] = std::equal_range(hands_.begin(), hands_.end(), hand, below);
    Few few{slot,
            {0, static_cast<int>(first - hands_.begin()), static_cast<int>(last - hands_.begin()),
             static_cast<int>(hands_.size())},
            {}};
    for (const Hand& other : hands_) few.weights.push_back(other.mask & hand.mask ? 0.0 : other.weight);
    return few;
}

void Strength::Tally::add(const Tally& other) {
    for (int i = 0; i < 3; ++i) {
        now[i] += other.now[i];
        later[i] += other.later[i];
    }
    lower_lower += other.lower_lower;
    lower_tied += other.lower_tied;
    tied_lower += other.tied_lower;
    tied_tied += other.tied_tied;
}

// Rounding may leave a little more or less than 0.
Strength::Table Strength::Tally::table(unsigned rows) const {
    const auto left = [](double whole, double part, double other) { return std::max(whole - part - other, 0.0); };
    const double behind_ahead = left(later[kAhead], lower_lower, tied_lower);
    const double behind_tied = left(later[kTied], lower_tied, tied_tied);
    Table table{lower_lower,  lower_tied,  left(now[kAhead], lower_lower, lower_tied),
                tied_lower,   tied_tied,   left(now[kTied], tied_lower, tied_tied),
                behind_ahead, behind_tied, left(now[kBehind], behind_ahead, behind_tied)};
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) {
            double& cell = table[3 * row + column];
            cell = rows >> row & 1 ? std::max(cell, 0.0) : 0.0;
        }
    return table;
}

Strength::Table Strength::few_table(std::size_t number) const {
    Table sum{};
    for (const Block& block : blocks_)
        for (std::size_t i = 0; !block.few.empty() && i < sum.size(); ++i) sum[i] += block.few[number][i];
    return sum;
}

Strength::Tally Strength::swept_tally(std::size_t slot) const {
    Tally sum;
    for (const Block& block : blocks_)
        if (!block.swept.empty()) sum.add(block.swept[slot]);
    return sum;
}

std::vector<Strength::Table> Strength::tables() const {
    std::vector<std::pair<int, Table>> result;
    for (std::size_t i = 0; i < few_.size(); ++i)
        result.emplace_back(hands_[static_cast<std::size_t>(few_[i].slot)].index, few_table(i));
    for (const std::uint16_t slot : swept_) {
        const Hand& hand = hands_[slot];
        Tally tally = swept_tally(slot);
        if (!changes_) {
            tally.now = tally.later;
            tally.lower_lower = tally.later[kAhead];
            tally.tied_tied = tally.later[kTied];
        }
        result.emplace_back(hand.index, tally.table(hand.rows));
    }
    return averaged(result);
}

std::vector<Strength::Standing> Strength::later() const {
    std::vector<std::pair<int, Standing>> result;
    for (std::size_t i = 0; i < few_.size(); ++i) {
        const Table table = few_table(i);
        Standing later{};
        for (std::size_t cell = 0; cell < table.size(); ++cell) later[cell % 3] += table[cell];
        result.emplace_back(hands_[static_cast<std::size_t>(few_[i].slot)].index, later);
    }
    for (const std::uint16_t slot : swept_) {
        Standing later = swept_tally(slot).later;
        for (int k = 0; k < 3; ++k) later[k] = changes_ || (hands_[slot].rows >> k & 1) ? std::max(later[k], 0.0) : 0.0;
        result.emplace_back(hands_[slot].index, later);
    }
    return averaged(result);
}

}  // namespace railbird
