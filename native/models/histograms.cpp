#include "models/histograms.hpp"

#include <cmath>
#include <numeric>

namespace railbird {

namespace {

constexpr double kMostHands = 1e15;
constexpr double kRounding = 0.1;  // tolerance of a sum of floats: after millions of hands, small shares are rounded

template <class Count>
void find_beaten(const Count* counts, std::size_t bins, double total, double* shares) {
    double lower = 0;
    for (std::size_t bin = 0; bin < bins; ++bin) {
        shares[bin] = (lower + counts[bin] / 2.0) / total;
        lower += counts[bin];
    }
}

}  // namespace

Histograms::Histograms(const std::vector<double>& seeds, bool remembering)
    : seeds_(seeds),
      seeds_below_(seeds.size() + 1),
      seeds_beaten_(seeds.size(), 0.5),
      remembering_(remembering),
      beaten_(remembering ? 0 : seeds.size()) {
    std::partial_sum(seeds.begin(), seeds.end(), seeds_below_.begin() + 1);
    if (seeds_in_all() > 0) find_beaten(seeds_.data(), seeds_.size(), seeds_in_all(), seeds_beaten_.data());
}

float* Histograms::row_for(int key) {
    const std::size_t size = seeds_.size() + 1;
    const std::int32_t number = rows_.find_or_add(key);
    if (static_cast<std::size_t>(number) * size == counts_.size()) {
        counts_.resize(counts_.size() + size);
        if (remembering_) {
            beaten_.resize(beaten_.size() + seeds_.size());
            fresh_.push_back(false);
        }
    }
    if (remembering_) fresh_[number] = false;
    return counts_.data() + number * size;
}

void Histograms::show(int key, int bin, double weight) {
    float* mine = row_for(key);
    mine[bin] += static_cast<float>(weight);
    mine[bins()] += static_cast<float>(weight);
}

void Histograms::spread(int key, int winner_bin, double enough, double weight) {
    if (winner_bin == 0) return show(key, 0, weight);
    float* mine = row_for(key);
    const double known = seeds_below_[winner_bin] + below(key, winner_bin);
    for (int bin = 0; bin < winner_bin; ++bin) {
        const double share = known < enough ? 1.0 / winner_bin : (mine[bin] + seeds_[bin]) / known;
        mine[bin] += static_cast<float>(share * weight);
    }
    mine[bins()] += static_cast<float>(weight);
}

double Histograms::below(int key, int bin) const {
    const std::int32_t number = rows_.find(key);
    if (number == SparseIndex::kNone) return 0;
    const float* mine = row(number);
    return std::accumulate(mine, mine + bin, 0.0);
}

void Histograms::add_beaten(int key, double weight, double* shares) const {
    const std::int32_t number = rows_.find(key);
    if (number == SparseIndex::kNone || row(number)[bins()] <= 0) return;
    double* beaten = beaten_.data() + (remembering_ ? static_cast<std::size_t>(number) * seeds_.size() : 0);
    if (!remembering_ || !fresh_[number]) {
        find_beaten(row(number), seeds_.size(), row(number)[bins()], beaten);
        if (remembering_) fresh_[number] = true;
    }
    for (int bin = 0; bin < bins(); ++bin) shares[bin] += weight * beaten[bin];
}

void Histograms::add_beaten_seeds(double weight, double* shares) const {
    for (int bin = 0; bin < bins(); ++bin) shares[bin] += weight * seeds_beaten_[bin];
}

void Histograms::decay(double factor) {
    for (float& count : counts_) count = static_cast<float>(count * factor);
    fresh_.assign(fresh_.size(), false);
}

std::vector<float> Histograms::packed(int key) const {
    const float* mine = row(rows_.find(key));
    return {mine, mine + bins() + 1};
}

bool Histograms::sound(const std::vector<float>& packed) const {
    const std::size_t width = seeds_.size() + 1;
    for (std::size_t row = 0; row < packed.size(); row += width) {
        double sum = 0;
        for (std::size_t index = row; index < row + width; ++index)
            if (!(packed[index] >= 0 && packed[index] < kMostHands)) return false;
        for (std::size_t bin = 0; bin + 1 < width; ++bin) sum += packed[row + bin];
        if (std::abs(sum - packed[row + width - 1]) > kRounding * (1 + sum)) return false;
    }
    return true;
}

void Histograms::add(int key, const float* packed) {
    float* mine = row_for(key);
    for (int bin = 0; bin <= bins(); ++bin) mine[bin] += packed[bin];
}

}  // namespace railbird
