// Histograms of hand ranks: which hands were shown, by bin from the weakest to the strongest.
#pragma once

#include <cstdint>
#include <vector>

#include "base/sparse.hpp"

namespace railbird {

class Histograms {
public:
    // The seeds, prior beliefs by bin, are not part of any histogram; they only guide how unseen hands are spread. With
    // `remembering`, for few histograms that are read often, the shares of beaten hands are cached.
    explicit Histograms(const std::vector<double>& seeds, bool remembering = false);

    int bins() const { return static_cast<int>(seeds_.size()); }
    const std::vector<double>& seeds() const { return seeds_; }
    // The seeds of all bins below `bin`, and of all bins.
    double seeds_below(int bin) const { return seeds_below_[bin]; }
    double seeds_in_all() const { return seeds_below_.back(); }

    bool has(int key) const { return rows_.find(key) != SparseIndex::kNone; }
    // The keys with a histogram, in the order in which they were added.
    const std::vector<std::int32_t>& keys() const { return rows_.keys(); }

    // Records a shown hand in this bin.
    void show(int key, int bin, double weight);
    // Records a beaten hand that was not shown. It is below the winner's bin: spread by the seeds if fewer than
    // `enough` hands are known there, else like those hands (Vytřísal 2016, figures 4 and 5).
    void spread(int key, int winner_bin, double enough, double weight);

    double count(int key, int bin) const {
        const std::int32_t number = rows_.find(key);
        return number == SparseIndex::kNone ? 0 : row(number)[bin];
    }
    double total(int key) const { return count(key, bins()); }
    double below(int key, int bin) const;
    // Adds to each bin of `shares` the share of hands that a hand in that bin beats, times a weight: all lower bins,
    // and half of its own. Adds nothing if there are no hands.
    void add_beaten(int key, double weight, double* shares) const;
    // The same for the seeds; one half if all seeds are 0.
    void add_beaten_seeds(double weight, double* shares) const;

    // Multiplies all counts by a factor.
    void decay(double factor);

    // Packs the counts of a histogram with their sum; adding them to an empty one restores them exactly.
    std::vector<float> packed(int key) const;
    // Whether these are valid counts with their sums: [rows, bins + 1].
    bool sound(const std::vector<float>& packed) const;
    void add(int key, const float* packed);

private:
    float* row_for(int key);
    const float* row(std::int32_t number) const {
        return counts_.data() + static_cast<std::size_t>(number) * (seeds_.size() + 1);
    }

    std::vector<double> seeds_;
    std::vector<double> seeds_below_;
    std::vector<double> seeds_beaten_;
    SparseIndex rows_;           // by key
    std::vector<float> counts_;  // [rows, bins + 1]: the last of each is their sum
    bool remembering_;
    mutable std::vector<double> beaten_;  // [rows, bins] if they are cached, else one row
    mutable std::vector<bool> fresh_;     // by row: whether the cached values are current
};

}  // namespace railbird
