// The nearest of some rows of bytes, by the sum of absolute differences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace railbird {

struct Nearest {
    std::int32_t index = 0;
    std::int32_t distance = std::numeric_limits<std::int32_t>::max();
};

// The nearest of `count` rows of `width` bytes (at most 2^20) to one row; of equally near ones the first.
inline Nearest nearest_row(const std::uint8_t* row, const std::uint8_t* rows, std::size_t count, std::size_t width) {
    Nearest best;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t* other = rows + i * width;
        std::int32_t distance = 0;
        for (std::size_t j = 0; j < width; ++j) {
            const int difference = row[j] - other[j];
            distance += difference < 0 ? -difference : difference;
        }
        if (distance < best.distance) best = {static_cast<std::int32_t>(i), distance};
    }
    return best;
}

}  // namespace railbird
