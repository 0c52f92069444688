#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

namespace hitmap::simt {

/// Memory for the coroutine frames of one device. Frames come in a handful of sizes, one per function, and
/// are given back and asked for again all the time; the pool keeps them. It must outlive the frames.
class FramePool {
public:
    FramePool() = default;
    FramePool(const FramePool&) = delete;
    FramePool& operator=(const FramePool&) = delete;

    [[nodiscard]] void* allocate(std::size_t bytes);
    /// Gives a frame back to the pool that it came from.
    static void release(void* frame) noexcept;

private:
    struct Shelf;
    struct alignas(std::max_align_t) Header {
        Header* next_free;
        Shelf* shelf;
    };
    struct Shelf {
        std::size_t bytes;
        Header* free = nullptr;
    };
    std::deque<Shelf> shelves_; // a deque keeps their addresses
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
};

} // namespace hitmap::simt
