// A player of an abstract game who is restricted to a model of their play, as in restriction.hpp.
#pragma once

#include <cstdint>
#include <vector>

namespace railbird {

template <class Real>
struct BucketRestriction {
    int player = -1;               // nobody
    Real p = 0;                    // how often the player follows the model throughout, decided before the hand
    std::vector<Real> model;       // as the entries of a solver; those of the player are used
    std::vector<Real> confidence;  // by decision and bucket: how often they follow it there otherwise
    std::vector<std::uint64_t> first_bucket;  // by node: where its confidences begin
};

}  // namespace railbird
