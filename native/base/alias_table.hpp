// Draws from a list of weights in constant time (Walker 1977): a column is drawn uniformly, then its own entry or its
// alias.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace railbird {

class AliasTable {
public:
    AliasTable() = default;
    // Of weights that are whole numbers, with a sum that fits into a word.
    explicit AliasTable(const std::vector<std::uint64_t>& weights);

    bool empty() const { return columns_.empty(); }
    std::size_t draw(Draws& draws) const {
        const std::uint64_t place = draws.below(columns_.size());
        return draws.rest() >= columns_[place].keep ? columns_[place].alias : place;
    }

private:
    struct Column {
        std::uint64_t keep;  // of 2^64: how often the column's own entry is taken
        std::uint16_t alias;
    };
    std::vector<Column> columns_;
};

}  // namespace railbird
