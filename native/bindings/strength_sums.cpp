#include "strength/strength_sums.hpp"

#include "base/nearest.hpp"
#include "base/parallel.hpp"
#include "bindings/bindings.hpp"
#include "bindings/weights.hpp"

namespace railbird::bindings {

namespace {

constexpr int kMostBins = 1000;

void check_hand(CardMask hand, CardMask board, int least_board, int most_board) {
    check_cards(board, hand);
    if (std::popcount(hand) != 2) throw nb::value_error("a hand has two cards");
    if (std::popcount(board) < least_board || std::popcount(board) > most_board)
        throw nb::value_error("the board has another number of cards");
}

void check_bins(int bins) {
    if (bins < 0 || bins > kMostBins) throw nb::value_error("there must be 0 to 1000 bins");
}

template <class T>
nb::ndarray<nb::numpy, T> to_rows(const std::vector<T>& values, std::size_t width) {
    std::unique_ptr<T[]> copy(new T[values.size()]);
    std::copy(values.begin(), values.end(), copy.get());
    return to_numpy(std::move(copy), {values.size() / width, width});
}

}  // namespace

void bind_strength_sums(nb::module_& module) {
    module.def(
        "halves_on",
        [](CardMask board) {
            check_cards(board, 0);
            if (std::popcount(board) < 3) throw nb::value_error("a board has three to five cards");
            std::vector<std::uint16_t> halves;
            {
                nb::gil_scoped_release release;
                halves = halves_on(board);
            }
            return copy_to_numpy(halves);
        },
        nb::arg("board"));
    module.def(
        "halves_of",
        [](CardMask hand, CardMask board) {
            check_hand(hand, board, 3, kBoardCards);
            return halves_of(hand, board);
        },
        nb::arg("hand"), nb::arg("board"));
    module.def(
        "river_sums",
        [](CardMask board, int bins) {
            check_cards(board, 0);
            if (std::popcount(board) != 4) throw nb::value_error("a turn board has four cards");
            check_bins(bins);
            std::vector<std::uint32_t> rows;
            {
                nb::gil_scoped_release release;
                rows = river_sums(board, bins);
            }
            return to_rows(rows, 2 + static_cast<std::size_t>(bins));
        },
        nb::arg("board"), nb::arg("bins"));
    module.def(
        "river_sums_of",
        [](CardMask hand, CardMask board, int bins) {
            check_hand(hand, board, 4, 4);
            check_bins(bins);
            std::vector<std::uint32_t> row;
            {
                nb::gil_scoped_release release;
                row = river_sums_of(hand, board, bins);
            }
            return copy_to_numpy(row);
        },
        nb::arg("hand"), nb::arg("board"), nb::arg("bins"));
    module.def(
        "count_rivers",
        [](CardMask board, Snapshot<std::int32_t, -1, kHands> groups, std::uint64_t weight,
           const Buffer<std::uint64_t, -1, kRiverHalves + 1>& counts) {
            check_cards(board, 0);
            if (std::popcount(board) != 4) throw nb::value_error("a turn board has four cards");
            for (const std::int32_t group : groups.values())
                if (group >= 0 && static_cast<std::size_t>(group) >= counts.shape(0))
                    throw nb::value_error("there are no counts for this group");
            nb::gil_scoped_release release;
            count_rivers(board, groups.values(), weight, counts.data());
        },
        nb::arg("board"), nb::arg("groups"), nb::arg("weight"), nb::arg("counts"));
    module.def(
        "nearest_rows",
        [](const Snapshot<std::uint8_t, -1, -1>& rows, const Snapshot<std::uint8_t, -1, -1>& centers, int threads) {
            check_threads(threads);
            const std::size_t width = rows.shape(1), count = rows.shape(0);
            if (centers.shape(1) != width || width > 1 << 20) throw nb::value_error("the rows have different widths");
            if (centers.shape(0) < 1) throw nb::value_error("there must be at least one row to be near to");
            std::unique_ptr<std::int32_t[]> result(new std::int32_t[2 * count]);
            {
                nb::gil_scoped_release release;
                constexpr std::size_t kBlock = 4096;
                const auto blocks = static_cast<int>((count + kBlock - 1) / kBlock);
                for_each_block(0, blocks, std::max(threads, 1), StopFlag{false}, [&](int block) {
                    const std::size_t first = static_cast<std::size_t>(block) * kBlock;
                    for (std::size_t i = first; i < std::min(first + kBlock, count); ++i) {
                        const Nearest nearest =
                            nearest_row(rows.data() + i * width, centers.data(), centers.shape(0), width);
                        result[2 * i] = nearest.index;
                        result[2 * i + 1] = nearest.distance;
                    }
                });
            }
            return to_numpy(std::move(result), {count, 2});
        },
        nb::arg("rows"), nb::arg("centers"), nb::arg("threads"));
}

}  // namespace railbird::bindings
