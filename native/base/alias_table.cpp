#include "base/alias_table.hpp"

namespace railbird {

AliasTable::AliasTable(const std::vector<std::uint64_t>& weights) {
    std::vector<double> share;
    std::vector<std::uint16_t> poor, rich;
    std::uint64_t sum = 0;
    for (const std::uint64_t weight : weights) sum += weight;
    const auto count = static_cast<double>(weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
        share.push_back(static_cast<double>(weights[i]) / static_cast<double>(sum) * count);
        columns_.push_back({~std::uint64_t{0}, static_cast<std::uint16_t>(i)});
        (share[i] < 1 ? poor : rich).push_back(static_cast<std::uint16_t>(i));
    }
    while (!poor.empty() && !rich.empty()) {
        const std::uint16_t taker = poor.back(), giver = rich.back();
        poor.pop_back();
        columns_[taker] = {static_cast<std::uint64_t>(share[taker] * 0x1p64), giver};
        share[giver] -= 1 - share[taker];
        if (share[giver] < 1) {
            rich.pop_back();
            poor.push_back(giver);
        }
    }
}

}  // namespace railbird
