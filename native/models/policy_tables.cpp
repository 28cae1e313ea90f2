#include "models/policy_tables.hpp"

#include <utility>

namespace railbird {

PolicyTables::PolicyTables(std::vector<double> triples, int players, int bins)
    : triples_(std::move(triples)), bins_(bins) {
    triples_.resize(static_cast<std::size_t>(players) * kContexts * bins * 3);
}

}  // namespace railbird
