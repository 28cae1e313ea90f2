#include "strength.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "value_sort.hpp"

namespace railbird {

namespace {

constexpr int kAhead = 0, kTied = 1, kBehind = 2;

// Up to so many hands are cheaper to compare with all others than to sweep.
constexpr std::size_t kFewHands = 4;

std::vector<double> both(const double* asked, const double* weights) {
    std::vector<double> tables(asked, asked + kHands);
    for (double& value : tables) value = value != 0;
    tables.insert(tables.end(), weights, weights + kHands);
    return tables;
}

}  // namespace

// One board: the hands that do not touch its new cards, in the order of hands_, and what the sweeps need.
struct Strength::Workspace : ValueSort {
    struct CardList {  // the opposing hands with one card, by value now
        std::array<double, kCards> rank;
        std::array<double, kCards> weight;
        int size = 0;
    };

    std::array<std::uint16_t, kHands> alive;
    std::array<std::uint16_t, kHands> later_rank;  // by place in `alive`
    std::array<double, kCards> below;
    std::array<double, kHands> ahead;  // by place in hands_
    std::array<double, kHands> value;
    std::array<double, kHands + 1> tree;
    std::array<CardList, kCards> lists;

    // The weight that was entered with one of the first `ranks` values later.
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
      detail_(detail),
      symmetry_(find_symmetry(both(asked, weights).data(), 2, {board})),
      completions_(board, 0, symmetry_, cards_to_come),
      blocks_(kBlocks) {
    const CardSum board_sum = kEvaluator.sum(board);
    for (int i = 0; i < kHands; ++i) {
        const HoleCards cards = kHoleCards[i];
        if ((asked[i] == 0 && weights[i] == 0) || (cards.mask() & board)) continue;
        const CardSum sum = board_sum + kEvaluator.card(cards.low) + kEvaluator.card(cards.high);
        hands_.push_back({cards.mask(), cards.low, cards.high, static_cast<std::uint16_t>(i), asked[i] != 0, weights[i],
                          kEvaluator.rank(sum, std::popcount(board) + 2)});
    }
    std::stable_sort(hands_.begin(), hands_.end(), [](const Hand& a, const Hand& b) { return a.value < b.value; });

    double all = 0;
    std::array<double, kCards> by_card{};
    std::size_t count = 0;
    for (const Hand& hand : hands_) {
        all += hand.weight;
        by_card[hand.low] += hand.weight;
        by_card[hand.high] += hand.weight;
        count += hand.asked;
    }
    for (std::size_t place = 0; place < hands_.size(); ++place) {
        Hand& hand = hands_[place];
        if (!hand.asked) continue;
        const double opposing = all - by_card[hand.low] - by_card[hand.high] + hand.weight;
        if (count <= kFewHands || opposing < kTinyShare * all) {
            few_.push_back(few_of(static_cast<int>(place)));
            hand.asked = false;
        } else {
            sweeps_ = true;
        }
    }
}

void Strength::look_one_by_one(const CardSum& board_sum, CardMask new_cards, double copies, Workspace& work,
                               Tally* tallies) const {
    const auto value_of = [&](const Hand& hand) {
        return kEvaluator.rank(board_sum + kEvaluator.card(hand.low) + kEvaluator.card(hand.high), final_size_);
    };
    const auto is_dealt = [&](const Few& few) { return (hands_[few.place].mask & new_cards) == 0; };
    if (std::none_of(few_.begin(), few_.end(), is_dealt)) return;

    // Hands that touch the new cards are neither below nor above nor equal to anything.
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t place = 0; place < hands_.size(); ++place) {
        const Hand& hand = hands_[place];
        work.value[place] = (hand.mask & new_cards) ? nothing : static_cast<double>(value_of(hand));
    }
    for (const Few& few : few_) {
        if (!is_dealt(few)) continue;
        const double value = work.value[few.place];
        Table table{};
        for (int now = 0; now < 3; ++now) {
            double lower = 0, tied = 0, higher = 0;
            for (int i = few.starts[now]; i < few.starts[now + 1]; ++i) {
                lower += work.value[i] < value ? few.weights[i] : 0.0;
                tied += work.value[i] == value ? few.weights[i] : 0.0;
                higher += work.value[i] > value ? few.weights[i] : 0.0;
            }
            table[3 * now + kAhead] = lower;
            table[3 * now + kTied] = tied;
            table[3 * now + kBehind] = higher;
        }
        Tally& tally = tallies[few.place];
        for (int now = 0; now < 3; ++now)
            for (int later = 0; later < 3; ++later) {
                tally.now[now] += copies * table[3 * now + later];
                tally.later[later] += copies * table[3 * now + later];
            }
        tally.lower_lower += copies * table[3 * kAhead + kAhead];
        tally.lower_tied += copies * table[3 * kAhead + kTied];
        tally.tied_lower += copies * table[3 * kTied + kAhead];
        tally.tied_tied += copies * table[3 * kTied + kTied];
    }
}

void Strength::sweep(const CardSum& board_sum, CardMask new_cards, double copies, Workspace& work,
                     Tally* tallies) const {
    int count = 0;
    for (std::size_t place = 0; place < hands_.size(); ++place) {
        work.alive[count] = static_cast<std::uint16_t>(place);
        count += !(hands_[place].mask & new_cards);
    }
    for (int i = 0; i < count; ++i) {
        const Hand& hand = hands_[work.alive[i]];
        const CardSum sum = board_sum + kEvaluator.card(hand.low) + kEvaluator.card(hand.high);
        work.hands[i] = static_cast<std::uint32_t>(kEvaluator.rank(sum, final_size_)) << 16 | static_cast<unsigned>(i);
    }
    work.sort(count);

    // Upwards by value later.
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
            const std::uint32_t i = ValueSort::place_of(work.hands[end]);
            work.later_rank[i] = static_cast<std::uint16_t>(ranks);
            const Hand& hand = hands_[work.alive[i]];
            if (!hand.asked) continue;
            work.ahead[work.alive[i]] = entered_without(hand);
            tallies[work.alive[i]].later[kAhead] += copies * work.ahead[work.alive[i]];
        }
        for (int k = start; k < end; ++k) enter(hands_[work.alive[ValueSort::place_of(work.hands[k])]]);
        for (int k = start; k < end; ++k) {
            const std::uint16_t place = work.alive[ValueSort::place_of(work.hands[k])];
            const Hand& hand = hands_[place];
            if (!hand.asked) continue;
            const double not_behind = entered_without(hand) + hand.weight;
            const double opposing = all - all_with[hand.low] - all_with[hand.high] + hand.weight;
            tallies[place].later[kTied] += copies * (not_behind - work.ahead[place]);
            tallies[place].later[kBehind] += copies * (opposing - not_behind);
        }
    }
    if (detail_ == Detail::later) return;

    // Upwards by value now.
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
        // What is tied now: few hands as a rule, so they are compared one by one.
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
    for_each_block(first_block, last_block, threads, stop, [&](int block) {
        if (!completions_.has(block)) return;
        auto& tallies = blocks_[block];
        tallies.assign(hands_.size(), {});
        const auto work = std::make_unique_for_overwrite<Workspace>();
        completions_.for_each(block, stop, [&](CardMask new_cards, const CardSum& board_sum, double copies) {
            if (!few_.empty()) look_one_by_one(board_sum, new_cards, copies, *work, tallies.data());
            if (sweeps_) sweep(board_sum, new_cards, copies, *work, tallies.data());
        });
    });
}

Strength::Few Strength::few_of(int place) const {
    const Hand& hand = hands_[static_cast<std::size_t>(place)];
    const auto below = [](const Hand& a, const Hand& b) { return a.value < b.value; };
    const auto [first, last] = std::equal_range(hands_.begin(), hands_.end(), hand, below);
    Few few{place,
            {0, static_cast<int>(first - hands_.begin()), static_cast<int>(last - hands_.begin()),
             static_cast<int>(hands_.size())},
            {}};
    for (const Hand& other : hands_) few.weights.push_back(other.mask & hand.mask ? 0.0 : other.weight);
    return few;
}

bool Strength::is_asked(int place) const {
    const auto is_here = [&](const Few& few) { return few.place == place; };
    return hands_[static_cast<std::size_t>(place)].asked || std::any_of(few_.begin(), few_.end(), is_here);
}

// The sums over all blocks. A board stood for all boards that an exchange of suits makes of it: over them a hand has
// the mean of its images.
std::vector<Strength::Table> Strength::tables() const {
    std::vector<Table> summed(kHands);
    for (std::size_t place = 0; place < hands_.size(); ++place) {
        Tally sum;
        for (const auto& tallies : blocks_) {
            if (tallies.empty()) continue;
            const Tally& tally = tallies[place];
            for (int i = 0; i < 3; ++i) {
                sum.now[i] += tally.now[i];
                sum.later[i] += tally.later[i];
            }
            sum.lower_lower += tally.lower_lower;
            sum.lower_tied += tally.lower_tied;
            sum.tied_lower += tally.tied_lower;
            sum.tied_tied += tally.tied_tied;
        }
        const auto left = [](double whole, double part, double other) { return std::max(whole - part - other, 0.0); };
        const double behind_ahead = left(sum.later[kAhead], sum.lower_lower, sum.tied_lower);
        const double behind_tied = left(sum.later[kTied], sum.lower_tied, sum.tied_tied);
        summed[hands_[place].index] = {
            sum.lower_lower, sum.lower_tied, left(sum.now[kAhead], sum.lower_lower, sum.lower_tied),
            sum.tied_lower,  sum.tied_tied,  left(sum.now[kTied], sum.tied_lower, sum.tied_tied),
            behind_ahead,    behind_tied,    left(sum.now[kBehind], behind_ahead, behind_tied)};
    }
    return averaged(summed);
}

std::vector<Strength::Standing> Strength::later() const {
    std::vector<Standing> summed(kHands);
    for (std::size_t place = 0; place < hands_.size(); ++place)
        for (const auto& tallies : blocks_)
            for (int i = 0; !tallies.empty() && i < 3; ++i) summed[hands_[place].index][i] += tallies[place].later[i];
    return averaged(summed);
}

}  // namespace railbird
