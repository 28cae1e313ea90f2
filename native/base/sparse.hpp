// A map from a sparse set of small integers to consecutive indices of an array.
#pragma once

#include <cstdint>
#include <vector>

namespace railbird {

class SparseIndex {
public:
    static constexpr std::int32_t kNone = -1;

    // The number of keys.
    int size() const { return static_cast<int>(keys_.size()); }
    // Keys in the order in which they were added.
    const std::vector<std::int32_t>& keys() const { return keys_; }

    std::int32_t find(std::int32_t key) const {
        if (slots_.empty()) return kNone;
        for (std::size_t slot = start(key);; slot = (slot + 1) & (slots_.size() - 1)) {
            const std::int32_t index = slots_[slot];
            if (index == kNone || keys_[index] == key) return index;
        }
    }
    // The index of a key; a new one if it has none.
    std::int32_t find_or_add(std::int32_t key) {
        const std::int32_t known = find(key);
        if (known != kNone) return known;
        if (2 * keys_.size() >= slots_.size()) grow();
        keys_.push_back(key);
        put(size() - 1);
        return size() - 1;
    }

private:
    std::size_t start(std::int32_t key) const {  // Fibonacci hashing spreads neighbours
        return (static_cast<std::uint64_t>(key) * 0x9E3779B97F4A7C15ull >> 32) & (slots_.size() - 1);
    }
    void put(std::int32_t index) {
        std::size_t slot = start(keys_[index]);
        while (slots_[slot] != kNone) slot = (slot + 1) & (slots_.size() - 1);
        slots_[slot] = index;
    }
    void grow() {
        slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), kNone);
        for (int index = 0; index < size(); ++index) put(index);
    }

    std::vector<std::int32_t> keys_;   // by index
    std::vector<std::int32_t> slots_;  // a power of two, at most half of them in use
};

}  // namespace railbird
