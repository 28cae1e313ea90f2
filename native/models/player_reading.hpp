// What one player does with which hands: a mixture of types of players, corrected step by step by what they do and
// show, and plain frequencies; and the hands that fit their actions.
//
// Each step is a level; a level with a share of actions that do not depend on the cards is a hypothesis. What was
// observed says how much each hypothesis counts, apart for what the player does and for what they hold.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cards/cards.hpp"
#include "game/hand_state.hpp"

namespace railbird {

inline constexpr int kStrata = 36;  // hands that players may be expected to play alike
inline constexpr int kReadStreets = 4;

using Triple = std::array<double, kActionKinds>;
using StratumTriples = std::array<Triple, kStrata>;
using Masses = std::array<double, kStrata>;  // the share of each stratum

// A betting situation by the number of its context of each kind, from fine to rough.
struct ReadContext {
    enum Kind { kFine, kMiddle, kPressure, kRough, kPriced, kSequence, kKinds };
    static constexpr int kUnknown = -1;  // in situations to come

    std::array<int, kKinds> numbers{};
    int street = 0;
    bool may_fold = true;
    bool may_raise = true;
};

// Which contexts and levels of strength a correction tells apart.
struct CorrectionRule {
    std::string name;
    ReadContext::Kind kind = ReadContext::kFine;
    int levels = 0;
    double prior = 0;   // how many actions the expectation stands for
    double memory = 0;  // after so many hands, a count is worth 1/e
    std::array<std::array<std::uint8_t, kStrata>, kReadStreets> level_of{};
};

struct FrequencyRule {
    std::string name;
    ReadContext::Kind kind = ReadContext::kFine;
};

struct ReadingRules {
    std::array<int, ReadContext::kKinds> contexts{};  // how many there are of each kind
    int types = 0;
    std::vector<float> triples;  // [types][fine contexts][strata][actions]
    std::vector<CorrectionRule> corrections;
    std::vector<FrequencyRule> frequencies;  // from rough contexts to fine
    std::vector<double> stands;  // how many actions the rougher frequency stands for; estimates are made with each
    std::vector<double> blinds;  // shares of actions that do not depend on the cards
    double frequency_memory = 0;
    double types_memory = 0;
    double evidence_memory = 0;
    double shown_memory = 0;
    double trusted = 0;  // what an action says about the type counts so much
    double rate = 0;     // at which the powers of estimates are learned

    int levels() const { return 1 + static_cast<int>(corrections.size()); }
    int hypotheses() const { return levels() * static_cast<int>(blinds.size()); }
    int estimates() const { return hypotheses() + static_cast<int>(frequencies.size() * stands.size()); }
    int level_of(int hypothesis) const { return hypothesis / static_cast<int>(blinds.size()); }
    double blind_of(int hypothesis) const { return blinds[static_cast<std::size_t>(hypothesis) % blinds.size()]; }
};

struct CorrectionCounts {
    std::vector<float> observed, expected;  // [contexts][levels][actions]
    double scale = 1;                       // what a new count is worth beside those of the first hand
};

// Everything that was learned of a player.
struct ReadingCounts {
    std::vector<double> types, evidence, hand_evidence;  // logarithms
    std::vector<double> powers;                          // of the average of all estimates, and of each
    double product_evidence = 0;                         // for their product, beside their average; a logarithm
    std::vector<CorrectionCounts> corrections;
    std::vector<std::vector<float>> frequencies;  // [contexts][actions]
    double frequency_scale = 1;
};

// An action of a player, as it is learned from when the hand is over.
struct ReadAction {
    ReadContext context;
    std::vector<std::uint8_t> strata;  // of each hand
    int action = 0;
};

// How much everything counts for what a player will do.
struct ComingShares {
    std::vector<double> types, weights, evidence;
    std::vector<double> seeing, blind;  // of levels: for players who look at their cards, and who do not
};

class ReadingState {
public:
    explicit ReadingState(std::shared_ptr<const ReadingRules> rules);

    const ReadingRules& rules() const { return *rules_; }
    ReadingCounts& counts() { return counts_; }
    const ReadingCounts& counts() const { return counts_; }

    std::vector<double> type_shares() const;
    std::vector<double> weights() const;       // of hypotheses, for what the player does
    std::vector<double> hand_weights() const;  // for what they hold

    // What each level expects of each stratum.
    std::vector<StratumTriples> triples(const ReadContext& context) const;
    // What each hypothesis expects; `masses` are those of each hypothesis.
    std::vector<Triple> means(const std::vector<StratumTriples>& triples, const std::vector<Masses>& masses) const;
    // The next action by each hypothesis and each frequency.
    std::vector<Triple> estimates(const ReadContext& context, const std::vector<Triple>& means) const;
    // The next action: the average of all estimates, each counting as much as it has predicted, and their product
    //
    //     p(a) ~ q(a)^c Π_i p_i(a)^c_i,
    //
    // with q the average and powers c that are learned by gradient; these two by their evidence.
    Triple over_all(const std::vector<Triple>& estimates) const;

    // Notes how well an action was predicted by each estimate.
    void saw(int action, const ReadContext& context, const std::vector<Triple>& estimates);
    // Notes how likely each hypothesis thought a hand that was shown.
    void saw_hand(const std::vector<double>& likely);
    // Learns from an action, with the share of each stratum among the hands that the player may have had.
    void learn(const ReadContext& context, int action, const Masses& masses);
    // A hand is over.
    void fade();

    ComingShares coming_shares() const;
    // What the player does in a coming context with hands of each bin of strength, whose strata and shares are given:
    // adjusted to what is expected of their action whatever they hold.
    void row(const ReadContext& context, const ComingShares& shares, const std::vector<Masses>& bins,
             const std::vector<double>& bin_shares, Triple* result) const;

private:
    // The average and the product of estimates, and the logarithms that the product is made of.
    struct Mixtures {
        Triple average, product;
        std::vector<Triple> logs;
    };
    Mixtures mixtures(const std::vector<Triple>& estimates, const std::vector<double>& shares) const;
    Triple mixed(const Mixtures& mixtures) const;
    // What the types expect together.
    StratumTriples of_types(const ReadContext& context, const std::vector<double>& shares) const;
    std::vector<StratumTriples> triples(const ReadContext& context, const std::vector<double>& type_shares) const;
    std::vector<Triple> estimates(const ReadContext& context, const std::vector<Triple>& means,
                                  const std::vector<double>& shares) const;
    // Multiplies what is expected by the factors of a correction, and normalizes it.
    void correct(std::size_t number, const ReadContext& context, StratumTriples& triples) const;
    void count(std::size_t number, const ReadContext& context, int action, const Masses& masses,
               const StratumTriples& expected);

    std::shared_ptr<const ReadingRules> rules_;
    ReadingCounts counts_;
};

// What one opponent may hold in a hand: a range for each hypothesis about them.
class HypothesisRanges {
public:
    HypothesisRanges(std::shared_ptr<ReadingState> reading, CardMask known);

    const ReadingState& reading() const { return *reading_; }
    const std::vector<double>& ranges() const { return ranges_; }
    const std::vector<std::uint8_t>& possible() const { return possible_; }

    // Excludes all hands with one of these cards.
    void remove(CardMask cards);
    // The probability of each hand, over all hypotheses.
    std::vector<double> likely() const;
    std::vector<Masses> masses(const std::uint8_t* strata) const;
    // Takes an action; returns what was expected.
    Triple see(const ReadContext& context, const std::uint8_t* strata, int action, bool learn);
    // How likely each hypothesis thinks a hand.
    std::vector<double> likelihoods(int hand) const;

private:
    void normalize();

    std::shared_ptr<ReadingState> reading_;
    std::vector<double> ranges_;  // [hypotheses][hands]
    std::vector<std::uint8_t> possible_;
};

}  // namespace railbird
