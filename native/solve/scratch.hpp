// Memory for the vectors of one thread, taken and given back in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace railbird {

template <class Real>
class Scratch {
public:
    // What is taken through a frame is given back when the frame ends.
    class Frame {
    public:
        explicit Frame(Scratch& scratch) : scratch_(scratch), chunk_(scratch.chunk_), used_(scratch.used_) {}
        ~Frame() {
            scratch_.chunk_ = chunk_;
            scratch_.used_ = used_;
        }
        Frame(const Frame&) = delete;
        Frame& operator=(const Frame&) = delete;
        Real* take(std::size_t count) { return scratch_.take(count); }

    private:
        Scratch& scratch_;
        std::size_t chunk_, used_;
    };

private:
    static constexpr std::size_t kChunk = std::size_t{1} << (sizeof(Real) <= 8 ? 17 : 10);

    Real* take(std::size_t count) {
        count = (count + 15) / 16 * 16;
        while (chunk_ < chunks_.size() && used_ + count > chunks_[chunk_].size) {
            ++chunk_;
            used_ = 0;
        }
        if (chunk_ == chunks_.size()) {
            const std::size_t size = std::max(count, kChunk);
            chunks_.push_back({std::unique_ptr<Real[]>(new Real[size]), size});
        }
        Real* taken = chunks_[chunk_].memory.get() + used_;
        used_ += count;
        return taken;
    }

    struct Chunk {
        std::unique_ptr<Real[]> memory;
        std::size_t size;
    };
    std::vector<Chunk> chunks_;
    std::size_t chunk_ = 0, used_ = 0;
};

}  // namespace railbird
