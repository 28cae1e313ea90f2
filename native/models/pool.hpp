// Observations of a player, or of everybody, in similar contexts.
#pragma once

#include "models/histograms.hpp"
#include "models/similarity.hpp"

namespace railbird {

class Pool {
public:
    Pool(const Similarity& similarity, const std::vector<double>& seeds);

    const Similarity& similarity() const { return *similarity_; }
    int bins() const { return hands_[0].bins(); }

    // Records an action that leads to this node.
    void count(int node, double weight);
    // Records a hand that a player showed at a leaf, or a beaten one that was not shown.
    void show(int leaf, int player, int bin, double weight);
    void spread(int leaf, int player, int winner_bin, double enough, double weight);

    // The number of times each action was taken in a class.
    const std::array<double, kActionKinds>& actions(ActionLevel level, int cls) const {
        const auto& counts = actions_[static_cast<int>(level)];
        return cls < static_cast<int>(counts.size()) ? counts[cls] : kNever;
    }
    const Histograms& hands(HandLevel level) const { return hands_[static_cast<int>(level)]; }

    void decay(double factor);

    // All observations, as rows of actions [level, class, action] and of hands [level, class, bin], with their counts.
    struct Packed {
        std::vector<std::int32_t> actions;  // [rows, 2]: level and class
        std::vector<double> counts;         // [rows, 3]
        std::vector<std::int32_t> hands;    // [rows, 2]
        std::vector<float> histograms;      // [rows, bins + 1]: the last of each is their sum
    };
    Packed pack() const;
    // Adds packed observations; restores them exactly if the pool is empty. Throws std::invalid_argument if malformed.
    void add(const Packed& packed);

private:
    const Similarity* similarity_;
    static constexpr std::array<double, kActionKinds> kNever{};
    std::array<double, kActionKinds>& actions_for(int level, int cls);

    std::array<std::vector<std::array<double, kActionKinds>>, kActionLevels> actions_;  // by level, then by class
    std::vector<Histograms> hands_;                                                     // the same
};

}  // namespace railbird
