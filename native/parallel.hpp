// Work split into numbered blocks. What a block computes depends on its number alone, so that results are the same on
// any number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace railbird {

// Exact methods split their work into this many blocks.
inline constexpr int kBlocks = 64;

// Set to make long work return early; its results are then of no use.
using StopFlag = std::atomic<bool>;

// Calls work(block) once for each block in [begin, end), from up to `threads` threads, until told to stop. An exception
// ends the work and is thrown again when all threads have ended.
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
    } catch (...) {  // no more threads to be had: those there are do the work
    }
    loop();
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace railbird
