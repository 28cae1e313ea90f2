// Histograms of hand ranks: which hands were shown, by bin from the weakest to the strongest.
#pragma once

#include <cstdint>
#include <vector>

#include "base/sparse.hpp"

namespace railbird {

class Histograms {
public:
    // What is believed beforehand, by bin, is not part of any histogram; it only guides how unseen hands are spread.
    // Few histograms that are asked often may remember what hands beat of them.
    explicit Histograms(const std::vector<double>& seeds, bool remembering = false);

    int bins() const { return static_cast<int>(seeds_.size()); }
    const std::vector<double>& seeds() const { return seeds_; }
    // Of all bins below one; and of all bins.
    double seeds_below(int bin) const { return seeds_below_[bin]; }
    double seeds_in_all() const { return seeds_below_.back(); }

    bool has(int key) const { return rows_.find(key) != SparsePlaces::kNone; }
    // The keys that have a histogram, in the order in which they came.
    const std::vector<std::int32_t>& keys() const { return rows_.keys(); }

    // A hand in this bin was shown.
    void show(int key, int bin, double weight);
    // A beaten hand was not shown. It lies below the winner's bin: anywhere if fewer than `enough` hands are known
    // there, else as those do (Vytřísal 2016, figures 4 and 5).
    void spread(int key, int winner_bin, double enough, double weight);

    double count(int key, int bin) const {
        const std::int32_t number = rows_.find(key);
        return number == SparsePlaces::kNone ? 0 : row(number)[bin];
    }
    double total(int key) const { return count(key, bins()); }
    double below(int key, int bin) const;
    // Adds to each bin of `shares` the share of the hands that a hand in that bin beats, times a weight: all lower
    // bins, and half of its own. Only if there are some.
    void add_beaten(int key, double weight, double* shares) const;
    // The same with what is believed beforehand; half of it, if that is nothing.
    void add_beaten_seeds(double weight, double* shares) const;

    // All counts become smaller.
    void decay(double factor);

    // The counts of a histogram with their sum, and back: exactly the same where there was none.
    std::vector<float> packed(int key) const;
    // Are these counts that can be, with their sum? [rows, bins + 1]
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
    SparsePlaces rows_;          // by key
    std::vector<float> counts_;  // [rows, bins + 1]: the last of each is their sum
    bool remembering_;
    mutable std::vector<double> beaten_;  // [rows, bins] where they are remembered, else one row
    mutable std::vector<bool> fresh_;     // by row: is that still right?
};

}  // namespace railbird
