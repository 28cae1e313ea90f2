// Draws from a list of weights in constant time (Walker 1977): draws a column uniformly, then takes its own entry or
// its alias.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace railbird {

class AliasTable {
public:
    AliasTable() = default;
    // Weights are integers whose sum fits into a word.
    explicit AliasTable(const std::vector<std::uint64_t>& weights);

    bool empty() const { return columns_.empty(); }
    std::size_t draw(Draws& draws) const {
        const std::uint64_t column = draws.below(columns_.size());
        return draws.rest() >= columns_[column].keep ? columns_[column].alias : column;
    }

private:
    struct Column {
        std::uint64_t keep;  // the probability of the column's own entry, in 2^-64ths
        std::uint16_t alias;
    };
    std::vector<Column> columns_;
};

}  // namespace railbird
