// A map from small whole numbers to places in an array, for the few of many that are ever used.
#pragma once

#include <cstdint>
#include <vector>

namespace railbird {

class SparsePlaces {
public:
    static constexpr std::int32_t kNone = -1;

    // How many keys have a place.
    int size() const { return static_cast<int>(keys_.size()); }
    // Keys in the order in which they came.
    const std::vector<std::int32_t>& keys() const { return keys_; }

    std::int32_t find(std::int32_t key) const {
        if (slots_.empty()) return kNone;
        for (std::size_t slot = start(key);; slot = (slot + 1) & (slots_.size() - 1)) {
            const std::int32_t place = slots_[slot];
            if (place == kNone || keys_[place] == key) return place;
        }
    }
    // The place of a key, a new one if it has none.
    std::int32_t find_or_add(std::int32_t key) {
        const std::int32_t known = find(key);
        if (known != kNone) return known;
        if (2 * keys_.size() >= slots_.size()) grow();
        keys_.push_back(key);
        put(size() - 1);
        return size() - 1;
    }

private:
    std::size_t start(std::int32_t key) const {  // Fibonacci hashing: neighbours go far apart
        return (static_cast<std::uint64_t>(key) * 0x9E3779B97F4A7C15ull >> 32) & (slots_.size() - 1);
    }
    void put(std::int32_t place) {
        std::size_t slot = start(keys_[place]);
        while (slots_[slot] != kNone) slot = (slot + 1) & (slots_.size() - 1);
        slots_[slot] = place;
    }
    void grow() {
        slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), kNone);
        for (int place = 0; place < size(); ++place) put(place);
    }

    std::vector<std::int32_t> keys_;   // by place
    std::vector<std::int32_t> slots_;  // a power of two, at most half of them taken
};

}  // namespace railbird
