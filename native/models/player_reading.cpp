#include "models/player_reading.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace railbird {

namespace {

constexpr double kLeast = 1e-9;        // probability that something unexpected is said to have had
constexpr double kNothing = 1e-12;     // share of a type that is left out
constexpr double kMostScale = 1e6;     // at which counts are brought back to a scale of 1
constexpr double kMostPower = 10;      // of an estimate
constexpr double kLeastFactor = 1e-4;  // estimate that a product is made of
constexpr double kPossible = 1e-6;     // average below which an action is not possible

constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

std::vector<double> shares_of(const double* logs, std::size_t count) {
    std::vector<double> shares(logs, logs + count);
    const double most = *std::max_element(shares.begin(), shares.end());
    for (double& share : shares) share = std::exp(share - most);
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares) share /= sum;
    return shares;
}

// What is not possible is a call.
void make_legal(const ReadContext& context, Triple& triple) {
    if (!context.may_fold) triple[1] += std::exchange(triple[0], 0.0);
    if (!context.may_raise) triple[1] += std::exchange(triple[2], 0.0);
}

Triple average(const std::vector<Triple>& triples, const std::vector<double>& shares) {
    Triple result{};
    for (std::size_t i = 0; i < shares.size(); ++i)
        for (std::size_t action = 0; action < kActionKinds; ++action) result[action] += shares[i] * triples[i][action];
    return result;
}

void add(float& count, double more) { count = static_cast<float>(static_cast<double>(count) + more); }

void fade_scale(double& scale, double memory) { scale *= std::exp(1 / memory); }

}  // namespace

ReadingState::ReadingState(std::shared_ptr<const ReadingRules> rules) : rules_(std::move(rules)) {
    counts_.types.assign(at(rules_->types), 0.0);
    counts_.evidence.assign(at(rules_->estimates()), 0.0);
    counts_.hand_evidence.assign(at(rules_->hypotheses()), 0.0);
    counts_.powers.assign(at(1 + rules_->estimates()), 0.0);
    counts_.powers[0] = 1.0;
    for (const CorrectionRule& rule : rules_->corrections) {
        const std::vector<float> none(at(rules_->contexts[rule.kind] * rule.levels * kActionKinds), 0.0F);
        counts_.corrections.push_back({none, none, 1.0});
    }
    for (const FrequencyRule& rule : rules_->frequencies)
        counts_.frequencies.emplace_back(at(rules_->contexts[rule.kind] * kActionKinds), 0.0F);
}

std::vector<double> ReadingState::type_shares() const { return shares_of(counts_.types.data(), counts_.types.size()); }

std::vector<double> ReadingState::weights() const {
    return shares_of(counts_.evidence.data(), at(rules_->hypotheses()));
}

std::vector<double> ReadingState::hand_weights() const {
    return shares_of(counts_.hand_evidence.data(), counts_.hand_evidence.size());
}

StratumTriples ReadingState::of_types(const ReadContext& context, const std::vector<double>& shares) const {
    constexpr std::size_t kSize = at(kStrata * kActionKinds);
    std::array<double, kSize> sums{};
    for (std::size_t type = 0; type < shares.size(); ++type) {
        if (shares[type] < kNothing) continue;
        const std::size_t first =
            type * at(rules_->contexts[ReadContext::kFine]) + at(context.numbers[ReadContext::kFine]);
        const float* theirs = rules_->triples.data() + first * kSize;
        for (std::size_t i = 0; i < kSize; ++i) sums[i] += shares[type] * static_cast<double>(theirs[i]);
    }
    StratumTriples result;
    for (int stratum = 0; stratum < kStrata; ++stratum) {
        std::copy_n(sums.data() + stratum * kActionKinds, kActionKinds, result[at(stratum)].data());
        make_legal(context, result[at(stratum)]);
    }
    return result;
}

void ReadingState::correct(std::size_t number, const ReadContext& context, StratumTriples& triples) const {
    const CorrectionRule& rule = rules_->corrections[number];
    const CorrectionCounts& counts = counts_.corrections[number];
    const double base = rule.prior * counts.scale;
    const std::size_t first = at(context.numbers[rule.kind] * rule.levels);
    const auto& level_of = rule.level_of[at(context.street)];
    for (std::size_t stratum = 0; stratum < kStrata; ++stratum) {
        const std::size_t place = (first + level_of[stratum]) * kActionKinds;
        Triple& triple = triples[stratum];
        double sum = 0;
        for (std::size_t action = 0; action < kActionKinds; ++action) {
            triple[action] *= (static_cast<double>(counts.observed[place + action]) + base) /
                              (static_cast<double>(counts.expected[place + action]) + base);
            sum += triple[action];
        }
        for (double& each : triple) each /= sum;
    }
}

std::vector<StratumTriples> ReadingState::triples(const ReadContext& context) const {
    return triples(context, type_shares());
}

std::vector<StratumTriples> ReadingState::triples(const ReadContext& context,
                                                  const std::vector<double>& type_shares) const {
    std::vector<StratumTriples> result{of_types(context, type_shares)};
    result.reserve(at(rules_->levels()));
    for (std::size_t number = 0; number < rules_->corrections.size(); ++number) {
        result.push_back(result.back());
        if (context.numbers[rules_->corrections[number].kind] != ReadContext::kUnknown)
            correct(number, context, result.back());
    }
    return result;
}

std::vector<Triple> ReadingState::means(const std::vector<StratumTriples>& triples,
                                        const std::vector<Masses>& masses) const {
    std::vector<Triple> result(masses.size(), Triple{});
    for (std::size_t hypothesis = 0; hypothesis < masses.size(); ++hypothesis) {
        const StratumTriples& mine = triples[at(rules_->level_of(static_cast<int>(hypothesis)))];
        for (std::size_t stratum = 0; stratum < kStrata; ++stratum)
            for (std::size_t action = 0; action < kActionKinds; ++action)
                result[hypothesis][action] += masses[hypothesis][stratum] * mine[stratum][action];
    }
    return result;
}

std::vector<Triple> ReadingState::estimates(const ReadContext& context, const std::vector<Triple>& means) const {
    return estimates(context, means, weights());
}

std::vector<Triple> ReadingState::estimates(const ReadContext& context, const std::vector<Triple>& means,
                                            const std::vector<double>& shares) const {
    std::vector<Triple> result = means;
    std::vector<Triple> now(rules_->stands.size(), average(means, shares));
    for (std::size_t level = 0; level < rules_->frequencies.size(); ++level) {
        const int number = context.numbers[rules_->frequencies[level].kind];
        std::array<double, kActionKinds> seen{};
        if (number != ReadContext::kUnknown)
            std::copy_n(counts_.frequencies[level].data() + number * kActionKinds, kActionKinds, seen.data());
        const double total = seen[0] + seen[1] + seen[2];
        for (std::size_t i = 0; i < now.size(); ++i) {
            const double stands = rules_->stands[i] * counts_.frequency_scale;
            for (std::size_t action = 0; action < kActionKinds; ++action)
                now[i][action] = (seen[action] + stands * now[i][action]) / (total + stands);
            result.push_back(now[i]);
            make_legal(context, result.back());
        }
    }
    return result;
}

Triple ReadingState::over_all(const std::vector<Triple>& estimates) const {
    return mixed(mixtures(estimates, shares_of(counts_.evidence.data(), counts_.evidence.size())));
}

ReadingState::Mixtures ReadingState::mixtures(const std::vector<Triple>& estimates,
                                              const std::vector<double>& shares) const {
    Mixtures result{average(estimates, shares), {}, {}};
    const auto log_of = [](double share) { return std::log(std::max(share, kLeastFactor)); };
    result.logs.push_back({log_of(result.average[0]), log_of(result.average[1]), log_of(result.average[2])});
    for (const Triple& each : estimates) result.logs.push_back({log_of(each[0]), log_of(each[1]), log_of(each[2])});
    Triple sums{};
    for (std::size_t i = 0; i < result.logs.size(); ++i)
        for (std::size_t action = 0; action < kActionKinds; ++action)
            sums[action] += counts_.powers[i] * result.logs[i][action];
    double most = -std::numeric_limits<double>::infinity(), total = 0;
    for (std::size_t action = 0; action < kActionKinds; ++action)
        if (result.average[action] > kPossible) most = std::max(most, sums[action]);
    for (std::size_t action = 0; action < kActionKinds; ++action) {
        result.product[action] = result.average[action] > kPossible ? std::exp(sums[action] - most) : 0;
        total += result.product[action];
    }
    for (double& each : result.product) each /= total;
    return result;
}

Triple ReadingState::mixed(const Mixtures& mixtures) const {
    const double share = 1 / (1 + std::exp(-counts_.product_evidence));
    Triple result;
    for (std::size_t action = 0; action < kActionKinds; ++action)
        result[action] = (1 - share) * mixtures.average[action] + share * mixtures.product[action];
    return result;
}

void ReadingState::saw(int action, const ReadContext& context, const std::vector<Triple>& estimates) {
    const Mixtures both = mixtures(estimates, shares_of(counts_.evidence.data(), counts_.evidence.size()));
    counts_.product_evidence *= 1 - 1 / rules_->evidence_memory;
    counts_.product_evidence +=
        std::log(std::max(both.product[at(action)], kLeast)) - std::log(std::max(both.average[at(action)], kLeast));
    for (std::size_t i = 0; i < counts_.powers.size(); ++i) {
        double gradient = both.logs[i][at(action)];
        for (std::size_t each = 0; each < kActionKinds; ++each) gradient -= both.product[each] * both.logs[i][each];
        counts_.powers[i] = std::clamp(counts_.powers[i] + rules_->rate * gradient, -kMostPower, kMostPower);
    }
    for (std::size_t i = 0; i < estimates.size(); ++i) {
        double& evidence = counts_.evidence[i];
        evidence *= 1 - 1 / rules_->evidence_memory;
        evidence += std::log(std::max(estimates[i][at(action)], kLeast));
    }
    for (std::size_t level = 0; level < rules_->frequencies.size(); ++level) {
        const int number = context.numbers[rules_->frequencies[level].kind];
        add(counts_.frequencies[level][at(number * kActionKinds + action)], counts_.frequency_scale);
    }
}

void ReadingState::saw_hand(const std::vector<double>& likely) {
    for (std::size_t i = 0; i < counts_.hand_evidence.size(); ++i) {
        counts_.hand_evidence[i] *= 1 - 1 / rules_->shown_memory;
        counts_.hand_evidence[i] += std::log(std::max(likely[i], kLeast));
    }
}

void ReadingState::learn(const ReadContext& context, int action, const Masses& masses) {
    StratumTriples now = of_types(context, type_shares());
    for (std::size_t type = 0; type < counts_.types.size(); ++type) {
        const std::size_t first =
            type * at(rules_->contexts[ReadContext::kFine]) + at(context.numbers[ReadContext::kFine]);
        const float* theirs = rules_->triples.data() + first * at(kStrata * kActionKinds);
        double likely = 0;
        for (std::size_t stratum = 0; stratum < kStrata; ++stratum, theirs += kActionKinds) {
            Triple triple{static_cast<double>(theirs[0]), static_cast<double>(theirs[1]),
                          static_cast<double>(theirs[2])};
            make_legal(context, triple);
            likely += masses[stratum] * triple[at(action)];
        }
        counts_.types[type] *= 1 - 1 / rules_->types_memory;
        counts_.types[type] += rules_->trusted * std::log(std::max(likely, kLeast));
    }
    for (std::size_t number = 0; number < rules_->corrections.size(); ++number) {
        StratumTriples corrected = now;
        correct(number, context, corrected);
        count(number, context, action, masses, now);
        now = corrected;
    }
}

void ReadingState::count(std::size_t number, const ReadContext& context, int action, const Masses& masses,
                         const StratumTriples& expected) {
    const CorrectionRule& rule = rules_->corrections[number];
    CorrectionCounts& counts = counts_.corrections[number];
    std::vector<Triple> sums(at(rule.levels), Triple{});
    std::vector<double> held(at(rule.levels), 0.0);
    const auto& level_of = rule.level_of[at(context.street)];
    for (std::size_t stratum = 0; stratum < kStrata; ++stratum) {
        held[level_of[stratum]] += masses[stratum];
        for (std::size_t each = 0; each < kActionKinds; ++each)
            sums[level_of[stratum]][each] += masses[stratum] * expected[stratum][each];
    }
    const std::size_t first = at(context.numbers[rule.kind] * rule.levels);
    for (std::size_t level = 0; level < sums.size(); ++level) {
        const std::size_t place = (first + level) * kActionKinds;
        for (std::size_t each = 0; each < kActionKinds; ++each)
            add(counts.expected[place + each], counts.scale * sums[level][each]);
        add(counts.observed[place + at(action)], counts.scale * held[level]);
    }
}

void ReadingState::fade() {
    for (std::size_t number = 0; number < counts_.corrections.size(); ++number) {
        CorrectionCounts& counts = counts_.corrections[number];
        fade_scale(counts.scale, rules_->corrections[number].memory);
        if (counts.scale <= kMostScale) continue;
        for (auto* part : {&counts.observed, &counts.expected})
            for (float& each : *part) each = static_cast<float>(static_cast<double>(each) / counts.scale);
        counts.scale = 1;
    }
    fade_scale(counts_.frequency_scale, rules_->frequency_memory);
    if (counts_.frequency_scale <= kMostScale) return;
    for (auto& level : counts_.frequencies)
        for (float& each : level) each = static_cast<float>(static_cast<double>(each) / counts_.frequency_scale);
    counts_.frequency_scale = 1;
}

ComingShares ReadingState::coming_shares() const {
    ComingShares shares{type_shares(), weights(), shares_of(counts_.evidence.data(), counts_.evidence.size()), {}, {}};
    shares.seeing.assign(at(rules_->levels()), 0.0);
    shares.blind.assign(at(rules_->levels()), 0.0);
    for (std::size_t i = 0; i < shares.weights.size(); ++i) {
        const int hypothesis = static_cast<int>(i);
        const double blind = rules_->blind_of(hypothesis);
        shares.seeing[at(rules_->level_of(hypothesis))] += shares.weights[i] * (1 - blind);
        shares.blind[at(rules_->level_of(hypothesis))] += shares.weights[i] * blind;
    }
    return shares;
}

void ReadingState::row(const ReadContext& context, const ComingShares& shares, const std::vector<Masses>& bins,
                       const std::vector<double>& bin_shares, Triple* result) const {
    const std::vector<StratumTriples> levels = triples(context, shares.types);
    Masses all{};  // the share of each stratum in all bins together
    for (std::size_t bin = 0; bin < bins.size(); ++bin)
        for (std::size_t stratum = 0; stratum < kStrata; ++stratum)
            all[stratum] += bin_shares[bin] * bins[bin][stratum];
    std::vector<Triple> means(levels.size(), Triple{});
    StratumTriples seeing{};  // what those do who look at their cards
    for (std::size_t level = 0; level < levels.size(); ++level)
        for (std::size_t stratum = 0; stratum < kStrata; ++stratum)
            for (std::size_t action = 0; action < kActionKinds; ++action) {
                means[level][action] += all[stratum] * levels[level][stratum][action];
                seeing[stratum][action] += shares.seeing[level] * levels[level][stratum][action];
            }
    std::vector<Triple> expected;
    for (int i = 0; i < rules_->hypotheses(); ++i) expected.push_back(means[at(rules_->level_of(i))]);
    const Triple wanted = mixed(mixtures(estimates(context, expected, shares.weights), shares.evidence));
    const Triple blind = average(means, shares.blind), mean = average(expected, shares.weights);
    for (std::size_t bin = 0; bin < bins.size(); ++bin) {
        Triple triple = blind;
        for (std::size_t stratum = 0; stratum < kStrata; ++stratum)
            for (std::size_t action = 0; action < kActionKinds; ++action)
                triple[action] += bins[bin][stratum] * seeing[stratum][action];
        double sum = 0;
        for (std::size_t action = 0; action < kActionKinds; ++action) {
            triple[action] = mean[action] > 0 ? triple[action] * wanted[action] / std::max(mean[action], kNothing) : 0;
            sum += triple[action];
        }
        for (std::size_t action = 0; action < kActionKinds; ++action)
            result[bin][action] = sum > 0 ? triple[action] / sum : wanted[action];
    }
}

HypothesisRanges::HypothesisRanges(std::shared_ptr<ReadingState> reading, CardMask known)
    : reading_(std::move(reading)),
      ranges_(at(reading_->rules().hypotheses() * kHands), 1.0 / kHands),
      possible_(kHands, 1) {
    remove(known);
}

void HypothesisRanges::remove(CardMask cards) {
    if (!cards) return;
    for (std::size_t hand = 0; hand < kHands; ++hand) {
        if (!(kHoleCards[hand].mask() & cards)) continue;
        possible_[hand] = 0;
        for (std::size_t place = hand; place < ranges_.size(); place += kHands) ranges_[place] = 0;
    }
    normalize();
}

void HypothesisRanges::normalize() {
    for (auto first = ranges_.begin(); first != ranges_.end(); first += kHands) {
        double sum = std::accumulate(first, first + kHands, 0.0);
        if (!(sum > 0)) {
            std::copy(possible_.begin(), possible_.end(), first);
            sum = std::accumulate(first, first + kHands, 0.0);
        }
        if (sum > 0) std::for_each(first, first + kHands, [sum](double& each) { each /= sum; });
    }
}

std::vector<double> HypothesisRanges::likely() const {
    const std::vector<double> shares = reading_->hand_weights();
    std::vector<double> result(kHands, 0.0);
    const double* range = ranges_.data();
    for (const double share : shares)
        for (double& each : result) each += share * *range++;
    return result;
}

std::vector<Masses> HypothesisRanges::masses(const std::uint8_t* strata) const {
    std::vector<Masses> result(at(reading_->rules().hypotheses()), Masses{});
    const double* range = ranges_.data();
    for (Masses& each : result)
        for (std::size_t hand = 0; hand < kHands; ++hand) each[strata[hand]] += *range++;
    return result;
}

Triple HypothesisRanges::see(const ReadContext& context, const std::uint8_t* strata, int action, bool learn) {
    const ReadingRules& rules = reading_->rules();
    const std::vector<StratumTriples> triples = reading_->triples(context);
    const std::vector<Triple> means = reading_->means(triples, masses(strata));
    const std::vector<Triple> estimates = reading_->estimates(context, means);
    const Triple expected = reading_->over_all(estimates);
    double* range = ranges_.data();
    for (std::size_t i = 0; i < means.size(); ++i) {
        const int hypothesis = static_cast<int>(i);
        const double blind = rules.blind_of(hypothesis);
        const StratumTriples& mine = triples[at(rules.level_of(hypothesis))];
        Masses factors;
        for (std::size_t stratum = 0; stratum < kStrata; ++stratum)
            factors[stratum] = (1 - blind) * mine[stratum][at(action)] + blind * means[i][at(action)];
        for (std::size_t hand = 0; hand < kHands; ++hand) *range++ *= factors[strata[hand]];
    }
    normalize();
    if (learn) reading_->saw(action, context, estimates);
    return expected;
}

std::vector<double> HypothesisRanges::likelihoods(int hand) const {
    std::vector<double> result;
    for (std::size_t place = at(hand); place < ranges_.size(); place += kHands) result.push_back(ranges_[place]);
    return result;
}

}  // namespace railbird
