// Work split into numbered blocks. What a block computes depends on its number alone, so that results are the same on any
// number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace railbird {

// Calls work(block) once for each block in [begin, end), from up to `threads` threads.
template <class Work>
void for_each_block(int begin, int end, int threads, const Work& work) {
    std::atomic<int> next{begin};
    const auto loop = [&] {
        for (int block = next++; block < end; block = next++) work(block);
    };
    std::vector<std::jthread> helpers;
    for (int i = 1; i < std::min(threads, end - begin); ++i) helpers.emplace_back(loop);
    loop();
}

}  // namespace railbird
