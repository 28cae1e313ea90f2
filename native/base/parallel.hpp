// Work split into numbered blocks. The result of a block depends only on its number, so results are the same with any
// number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace railbird {

// Exact methods split their work into this many blocks.
inline constexpr int kBlocks = 64;

// Set to make long work return early; its results are then meaningless.
using StopFlag = std::atomic<bool>;

// Calls work(block) once for each block in [begin, end), from up to `threads` threads, until `stop` is set. An
// exception ends the work and is rethrown when all threads have ended.
template <class Work>
void for_each_block(int begin, int end, int threads, const StopFlag& stop, const Work& work) {
    std::atomic<int> next{begin};
    std::exception_ptr failure;
    std::mutex failing;
    const auto loop = [&]() noexcept {
        try {
            for (int block = next++; block < end && !stop; block = next++) work(block);
        } catch (...) {
            next = end;
            const std::lock_guard lock(failing);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> helpers;
    try {
        for (int i = 1; i < std::min(threads, end - begin); ++i) helpers.emplace_back(loop);
    } catch (...) {  // no more threads available: those already started do the work
    }
    loop();
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
}

// The tallies of numbered deals first..last-1, batch by batch in order; `first` is a multiple of the batch size. Calls
// tally(batch, deals in it), from up to `threads` threads.
template <class Tally, class Work>
std::vector<Tally> tally_batches(std::int64_t batch_size, std::int64_t first, std::int64_t last, int threads,
                                 const StopFlag& stop, const Work& tally) {
    const auto first_batch = static_cast<int>(first / batch_size);
    const auto end_batch = static_cast<int>((last + batch_size - 1) / batch_size);
    std::vector<Tally> tallies(static_cast<std::size_t>(end_batch - first_batch));
    for_each_block(first_batch, end_batch, threads, stop, [&](int batch) {
        const std::int64_t deals = std::min(batch_size, last - batch * batch_size);
        tallies[static_cast<std::size_t>(batch - first_batch)] = tally(batch, deals);
    });
    return tallies;
}

}  // namespace railbird
