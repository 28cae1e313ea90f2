#include "solve/last_round.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <stdexcept>

#include "base/clones.hpp"

namespace railbird {

namespace {

constexpr int kWidth = 16;  // sequences of a block
using Step = RoundSteps::Step;
using Mode = RoundSteps::Mode;
using Kind = RoundSteps::Kind;

constexpr int kPiece = 16;  // bytes: what all processors have

// The numbers of a hand, one for each sequence of a block, in pieces that processors have registers for.
template <class Real>
struct Row {
    static constexpr int kPieces = kWidth * static_cast<int>(sizeof(Real)) / kPiece;
    // Any address will do that is good for a single number.
    typedef Real Piece __attribute__((vector_size(kPiece), aligned(alignof(Real))));
    Piece pieces[kPieces];

    Row& operator+=(const Row& other) {
        for (int k = 0; k < kPieces; ++k) pieces[k] += other.pieces[k];
        return *this;
    }
    Row& operator*=(Real factor) {
        for (int k = 0; k < kPieces; ++k) pieces[k] *= factor;
        return *this;
    }
};

template <class Real, class Work>
void each_piece(const Work& work) {
    for (int k = 0; k < Row<Real>::kPieces; ++k) work(k);
}

// Sums of reaches, of all hands and by card.
template <class Real>
struct Sums {
    Row<Real> total;
    Row<Real> by_card[kCards + 2];

    void clear() { std::memset(static_cast<void*>(this), 0, sizeof *this); }
    // A hand of one card adds to a place that is never read.
    void add(FullBoard::Hand hand, const Row<Real>& reach) {
        total += reach;
        by_card[hand.a] += reach;
        by_card[hand.b == kCards ? kCards + 1 : hand.b] += reach;
    }
    auto without(FullBoard::Hand hand, int piece) const {
        return total.pieces[piece] - by_card[hand.a].pieces[piece] - by_card[hand.b].pieces[piece];
    }
};

// All that a block of sequences needs.
template <class Real>
struct Block {
    const FullBoard* board;
    const std::int32_t* rows;  // of each hand, in the policy
    const RoundSteps* steps;
    const Real* policy;
    const std::size_t* policy_start;
    const std::uint8_t* played;  // [decisions, most_actions]
    std::ptrdiff_t most_actions;
    const Row<Real>* stakes;
    Row<Real>*reaches, *values;  // [places, hands]
    Row<Real>* spare;            // [hands]
    Sums<Real>* sums;            // of each reach

    std::ptrdiff_t size() const { return board->size(); }
    Row<Real>* reach(int place) const { return reaches + place * size(); }
    Row<Real>* value(int place) const { return values + place * size(); }
};

template <Mode kMode, class Real, class Piece>
void put(Row<Real>& row, int k, Piece value) {  // by value: a reference would promise more alignment
    if constexpr (kMode == Mode::set) row.pieces[k] = value;
    if constexpr (kMode == Mode::add) row.pieces[k] += value;
    if constexpr (kMode == Mode::best) row.pieces[k] = row.pieces[k] < value ? value : row.pieces[k];
}

constexpr std::ptrdiff_t kAhead = 12;  // hands

// The reach after an action of the other player.
template <class Real>
void split(const Block<Real>& block, const Step& step) {
    const Row<Real>* before = block.reach(step.reach);
    Row<Real>* after = block.reach(step.reach + 1);
    Sums<Real>& sums = block.sums[step.reach + 1];
    const auto* shares = reinterpret_cast<const Row<Real>*>(block.policy + block.policy_start[step.decision]);
    shares += step.action;
    sums.clear();
    const FullBoard::Hand* hands = block.board->hands.data();
    const std::ptrdiff_t size = block.size(), actions = step.actions;
    for (std::ptrdiff_t i = 0; i < size; ++i) {
        __builtin_prefetch(&shares[block.rows[std::min(i + kAhead, size - 1)] * actions]);
        const Row<Real>& share = shares[block.rows[i] * actions];
        each_piece<Real>([&](int k) { after[i].pieces[k] = before[i].pieces[k] * share.pieces[k]; });
        sums.add(hands[i], after[i]);
    }
}

template <Mode kMode, class Real>
void fold(const Block<Real>& block, const Step& step) {
    const Row<Real>* reach = block.reach(step.reach);
    Row<Real>* values = block.value(step.values);
    const Sums<Real>& sums = block.sums[step.reach];
    const Row<Real> stake = block.stakes[step.stake];
    const FullBoard::Hand* hands = block.board->hands.data();
    const Real twice =
        block.board->hands[0].b == kCards ? Real{0} : Real{1};  // a hand of two cards is subtracted twice
    for (std::ptrdiff_t i = 0; i < block.size(); ++i)
        each_piece<Real>([&](int k) {
            put<kMode>(values[i], k, stake.pieces[k] * (sums.without(hands[i], k) + twice * reach[i].pieces[k]));
        });
}

// A hand wins the reach of the weaker hands and loses that of the stronger ones. With sums from the weakest hand on, w
// before the hands of equal value, e after them, t after all, that is (w - t/2) + (e - t/2): the sums begin at -t/2.
template <Mode kMode, class Real>
void showdown(const Block<Real>& block, const Step& step) {
    const Row<Real>* reach = block.reach(step.reach);
    Row<Real>*values = block.value(step.values), *before = block.spare;
    const Row<Real> stake = block.stakes[step.stake];
    const FullBoard::Hand* hands = block.board->hands.data();
    Sums<Real> sums = block.sums[step.reach];
    sums.total *= Real{-0.5};
    for (Row<Real>& row : sums.by_card) row *= Real{-0.5};
    std::ptrdiff_t begin = 0;
    for (const std::uint16_t end : block.board->group_ends) {
        for (std::ptrdiff_t i = begin; i < end; ++i) {
            each_piece<Real>([&](int k) { before[i - begin].pieces[k] = sums.without(hands[i], k); });
        }
        for (std::ptrdiff_t i = begin; i < end; ++i) sums.add(hands[i], reach[i]);
        for (std::ptrdiff_t i = begin; i < end; ++i)
            each_piece<Real>([&](int k) {
                put<kMode>(values[i], k, stake.pieces[k] * (before[i - begin].pieces[k] + sums.without(hands[i], k)));
            });
        begin = end;
    }
}

template <Mode kMode, class Real>
void join(const Block<Real>& block, const Step& step) {
    const Row<Real>* from = block.value(step.values + 1);
    Row<Real>* values = block.value(step.values);
    for (std::ptrdiff_t i = 0; i < block.size(); ++i)
        each_piece<Real>([&](int k) { put<kMode>(values[i], k, from[i].pieces[k]); });
}

template <Mode kMode, class Real>
void take(const Block<Real>& block, const Step& step) {
    switch (step.kind) {
        case Kind::split: return;  // see play
        case Kind::fold: return fold<kMode>(block, step);
        case Kind::showdown: return showdown<kMode>(block, step);
        case Kind::join: return join<kMode>(block, step);
    }
}

template <class Real>
bool is_zero(const Row<Real>& row) {
    Real numbers[kWidth], sum = 0;
    std::memcpy(numbers, &row, sizeof numbers);
    for (const Real number : numbers) sum += number;
    return sum == 0;
}

// Whether nobody gets to the other side of a split, so that what follows is worth nothing.
template <class Real>
bool leads_nowhere(const Block<Real>& block, const Step& step) {
    if (!block.played[step.decision * block.most_actions + step.action]) return true;
    split(block, step);
    return is_zero(block.sums[step.reach + 1].total);
}

template <class Real>
void play(const Block<Real>& block) {
    const std::vector<Step>& steps = block.steps->steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        if (step.kind == Kind::split) {
            if (!leads_nowhere(block, step)) continue;
            if (step.mode == Mode::set)
                std::memset(static_cast<void*>(block.value(step.values)), 0,
                            static_cast<std::size_t>(block.size()) * sizeof(Row<Real>));
            i = static_cast<std::size_t>(step.after) - 1;
            continue;
        }
        switch (step.mode) {
            case Mode::set: take<Mode::set>(block, step); break;
            case Mode::add: take<Mode::add>(block, step); break;
            case Mode::best: take<Mode::best>(block, step); break;
        }
    }
}

// Reads the reaches of a block, and adds them up; returns whether there are any.
template <class Real>
bool gather(const Block<Real>& block, const double* from, int sequences, int count) {
    block.sums[0].clear();
    const std::ptrdiff_t size = block.size();
    for (std::ptrdiff_t i = 0; i < size; ++i) {
        const double* ahead =
            from + static_cast<std::ptrdiff_t>(block.board->holdings[std::min(i + kAhead, size - 1)]) * sequences;
        __builtin_prefetch(ahead);
        __builtin_prefetch(ahead + count / 2);
        __builtin_prefetch(ahead + count - 1);
        const double* numbers = from + static_cast<std::ptrdiff_t>(block.board->holdings[i]) * sequences;
        Real row[kWidth] = {};
        if (count == kWidth) {
            for (int lane = 0; lane < kWidth; ++lane) row[lane] = static_cast<Real>(numbers[lane]);
        } else {
            for (int lane = 0; lane < count; ++lane) row[lane] = static_cast<Real>(numbers[lane]);
        }
        std::memcpy(&block.reaches[i], row, sizeof row);
        block.sums[0].add(block.board->hands[i], block.reaches[i]);
    }
    return !is_zero(block.sums[0].total);
}

// Adds the values of a block to those of all holdings, at the places to which an exchange of suits takes them.
template <class Real>
void scatter(const Block<Real>& block, const std::int32_t* images, double* to, int sequences, int count) {
    for (std::ptrdiff_t i = 0; i < block.size(); ++i) {
        double* numbers = to + static_cast<std::ptrdiff_t>(images[block.board->holdings[i]]) * sequences;
        Real row[kWidth];
        std::memcpy(row, &block.values[i], sizeof row);
        for (int lane = 0; lane < count; ++lane) numbers[lane] += static_cast<double>(row[lane]);
    }
}

RAILBIRD_CLONES void play_block(const Block<float>& block) { play(block); }
RAILBIRD_CLONES void play_block(const Block<double>& block) { play(block); }

void require(bool fine, const char* otherwise) {
    if (!fine) throw std::invalid_argument(otherwise);
}

// Collects the decisions of the other player and the ends below a node, in the order of the tree.
struct Shape {
    std::vector<std::int32_t> decisions, ends;
    std::vector<std::array<int, 4>> nodes;  // kind, actor, edges, depth

    bool operator==(const Shape& other) const { return nodes == other.nodes; }
};

Shape shape_of(const std::vector<BettingNode>& nodes, const std::vector<std::int32_t>& children, int player,
               std::int32_t root) {
    Shape shape;
    std::vector<std::pair<std::int32_t, int>> waiting{{root, 0}};
    while (!waiting.empty()) {
        const auto [index, depth] = waiting.back();
        waiting.pop_back();
        const BettingNode& node = nodes[static_cast<std::size_t>(index)];
        require(node.kind != PublicKind::deal, "cards are dealt below a decision that is not of the last round");
        shape.nodes.push_back({static_cast<int>(node.kind), node.actor, node.edges, depth});
        if (node.kind != PublicKind::decision) shape.ends.push_back(index);
        if (node.kind == PublicKind::decision && node.actor != player) shape.decisions.push_back(index);
        for (int edge = node.edges; edge-- > 0;)
            waiting.emplace_back(children[static_cast<std::size_t>(node.first_edge + edge)], depth + 1);
    }
    return shape;
}

}  // namespace

template <class Real>
LastRound<Real>::LastRound(const std::vector<BettingNode>& nodes, const std::vector<std::int32_t>& children,
                           const std::vector<double>& stakes, int player, const std::vector<std::int32_t>& roots)
    : sequences_(static_cast<int>(roots.size())), blocks_((sequences_ + kWidth - 1) / kWidth) {
    require(!roots.empty() && roots.size() <= 1'000'000, "there are 1 to 1,000,000 sequences");
    int rounds = 0;
    for (const BettingNode& node : nodes) rounds = std::max(rounds, node.round + 1);
    check_betting(nodes, children, rounds);
    require(stakes.size() == nodes.size(), "there must be a stake for each node");
    for (const std::int32_t root : roots) {
        require(root >= 0 && root < static_cast<std::int32_t>(nodes.size()), "a root is not in the tree");
    }
    const Shape first = shape_of(nodes, children, player, roots[0]);
    require(first.nodes.size() <= 10'000, "the betting below a root has more than 10,000 nodes");
    compile(roots[0], nodes, children, player);
    const std::size_t ends = first.ends.size(), decisions = first.decisions.size();
    steps_.ends = static_cast<int>(ends);
    stakes_.assign(static_cast<std::size_t>(blocks_) * ends * kWidth, Real{0});
    decisions_.resize(decisions * roots.size());
    for (std::size_t sequence = 0; sequence < roots.size(); ++sequence) {
        const Shape shape = shape_of(nodes, children, player, roots[sequence]);
        require(shape == first, "the betting below the roots is not the same");
        for (std::size_t end = 0; end < ends; ++end) {
            const auto node = static_cast<std::size_t>(shape.ends[end]);
            const bool lost = nodes[node].kind == PublicKind::fold && nodes[node].actor == player;
            stakes_[(sequence / kWidth * ends + end) * kWidth + sequence % kWidth] =
                static_cast<Real>(lost ? -stakes[node] : stakes[node]);
        }
        for (std::size_t i = 0; i < decisions; ++i) decisions_[i * roots.size() + sequence] = shape.decisions[i];
    }
}

template <class Real>
void LastRound<Real>::compile(std::int32_t first, const std::vector<BettingNode>& nodes,
                              const std::vector<std::int32_t>& children, int player) {
    std::int16_t decisions = 0;
    std::int32_t ends = 0;
    // Adds the steps that put the value of a node into a place.
    const std::function<void(std::int32_t, int, int, Mode)> add = [&](std::int32_t index, int reach, int values,
                                                                      Mode mode) {
        const BettingNode& node = nodes[static_cast<std::size_t>(index)];
        const auto from = static_cast<std::int16_t>(reach), to = static_cast<std::int16_t>(values);
        steps_.reaches = std::max(steps_.reaches, reach + 1);
        steps_.values = std::max(steps_.values, values + 1);
        if (node.kind != PublicKind::decision) {
            const Kind kind = node.kind == PublicKind::fold ? Kind::fold : Kind::showdown;
            steps_.steps.push_back({kind, mode, 0, 0, 0, from, to, ends++});
            return;
        }
        if (mode != Mode::set) {  // a place of its own, then both together
            add(index, reach, values + 1, Mode::set);
            steps_.steps.push_back({Kind::join, mode, 0, 0, 0, from, to, 0});
            return;
        }
        const bool own = node.actor == player;
        const std::int16_t decision = own ? std::int16_t{0} : decisions++;
        const auto actions = static_cast<std::int16_t>(node.edges);
        if (!own) steps_.actions.push_back(actions);
        for (std::int16_t action = 0; action < actions; ++action) {
            const Mode how = action == 0 ? Mode::set : own ? Mode::best : Mode::add;
            const std::size_t split = steps_.steps.size();
            if (!own) steps_.steps.push_back({Kind::split, how, decision, action, actions, from, to, 0});
            add(children[static_cast<std::size_t>(node.first_edge + action)], reach + !own, values, how);
            if (!own) steps_.steps[split].after = static_cast<std::int32_t>(steps_.steps.size());
        }
    };
    add(first, 0, 0, Mode::set);
}

template <class Real>
int LastRound<Real>::most_actions() const {
    return steps_.actions.empty() ? 0 : *std::max_element(steps_.actions.begin(), steps_.actions.end());
}

template <class Real>
void LastRound<Real>::learn(const double* policy, int rows) {
    const auto width = static_cast<std::size_t>(most_actions()), count = static_cast<std::size_t>(rows);
    const auto sequences = static_cast<std::size_t>(sequences_);
    policy_start_.clear();
    std::size_t of_block = 0;
    for (const std::int16_t actions : steps_.actions) {
        policy_start_.push_back(of_block);
        of_block += count * static_cast<std::size_t>(actions) * kWidth;
    }
    policy_.assign(of_block * static_cast<std::size_t>(blocks_), Real{0});
    played_.assign(static_cast<std::size_t>(blocks_) * steps_.actions.size() * width, 0);
    for (std::size_t decision = 0; decision < steps_.actions.size(); ++decision) {
        const auto actions = static_cast<std::size_t>(steps_.actions[decision]);
        for (std::size_t sequence = 0; sequence < sequences; ++sequence) {
            const double* from = policy + (decision * sequences + sequence) * count * width;
            Real* to = policy_.data() + sequence / kWidth * of_block + policy_start_[decision] + sequence % kWidth;
            std::uint8_t* played = played_.data() + (sequence / kWidth * steps_.actions.size() + decision) * width;
            for (std::size_t row = 0; row < count; ++row)
                for (std::size_t action = 0; action < actions; ++action) {
                    to[(row * actions + action) * kWidth] = static_cast<Real>(from[row * width + action]);
                    played[action] |= from[row * width + action] > 0;
                }
        }
    }
    rows_ = rows;
}

template <class Real>
void LastRound<Real>::respond(const FullBoard& board, std::span<const std::int32_t> images, int holdings,
                              const double* reach, double* values) {
    const std::ptrdiff_t size = board.size();
    const std::size_t of_sums = sizeof(Sums<Real>) / sizeof(Real), row = kWidth;
    const auto places = static_cast<std::size_t>(steps_.reaches + steps_.values + 1);
    memory_.resize(places * static_cast<std::size_t>(size) * row + static_cast<std::size_t>(steps_.reaches) * of_sums);
    auto* rows = reinterpret_cast<Row<Real>*>(memory_.data());
    Block<Real> block{};
    block.board = &board;
    block.rows = board.buckets[0].data();
    block.steps = &steps_;
    block.policy_start = policy_start_.data();
    block.most_actions = most_actions();
    block.reaches = rows;
    block.values = rows + steps_.reaches * size;
    block.spare = rows + (steps_.reaches + steps_.values) * size;
    block.sums = reinterpret_cast<Sums<Real>*>(rows + static_cast<std::ptrdiff_t>(places) * size);
    const std::size_t of_block = policy_.size() / static_cast<std::size_t>(blocks_);
    for (int number = 0; number < blocks_; ++number) {
        const int first = number * kWidth, count = std::min(kWidth, sequences_ - first);
        block.policy = policy_.data() + static_cast<std::size_t>(number) * of_block;
        block.played =
            played_.data() + number * static_cast<std::ptrdiff_t>(steps_.actions.size()) * block.most_actions;
        block.stakes = reinterpret_cast<const Row<Real>*>(stakes_.data()) + number * steps_.ends;
        if (!gather(block, reach + first, sequences_, count)) continue;
        play_block(block);
        for (std::size_t i = 0; i < images.size(); i += static_cast<std::size_t>(holdings))
            scatter(block, &images[i], values + first, sequences_, count);
    }
}

template class LastRound<float>;
template class LastRound<double>;

}  // namespace railbird
