#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

namespace hitmap::simt {

/// Memory for the coroutine frames of one device. Frames have only a few sizes, one per function, and are
/// allocated and freed all the time; the pool recycles them. It must outlive the frames.
class FramePool {
public:
    FramePool() = default;
    FramePool(const FramePool&) = delete;
    FramePool& operator=(const FramePool&) = delete;

    [[nodiscard]] void* allocate(std::size_t bytes);
    /// Returns a frame to its pool.
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
    std::deque<Shelf> shelves_; // a deque, so that the addresses of its items stay valid
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
};

} // namespace hitmap::simt
