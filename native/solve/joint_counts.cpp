#include "solve/joint_counts.hpp"

namespace railbird {

void add_meetings(const std::vector<BucketHand>& hands, int buckets, double* meetings, double* wins) {
    for (const BucketHand& first : hands) {
        double* const met = meetings + static_cast<std::int64_t>(first.bucket) * buckets;
        double* const won = wins + static_cast<std::int64_t>(first.bucket) * buckets;
        for (const BucketHand& second : hands) {
            if (first.cards & second.cards) continue;
            const double weight = first.weights[0] * second.weights[1];
            met[second.bucket] += weight;
            won[second.bucket] += first.value > second.value ? weight : first.value < second.value ? -weight : 0;
        }
    }
}

}  // namespace railbird
