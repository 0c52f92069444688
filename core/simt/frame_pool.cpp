#include "core/simt/frame_pool.h"

#include <algorithm>
#include <new>

namespace hitmap::simt {

void* FramePool::allocate(std::size_t bytes) {
    auto shelf =
        std::find_if(shelves_.begin(), shelves_.end(), [&](const Shelf& s) { return s.bytes == bytes; });
    if (shelf == shelves_.end()) shelf = shelves_.insert(shelves_.end(), Shelf{bytes});
    if (shelf->free == nullptr) {
        blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(sizeof(Header) + bytes));
        return new (blocks_.back().get()) Header{nullptr, &*shelf} + 1;
    }
    Header* header = shelf->free;
    shelf->free = header->next_free;
    return header + 1;
}

void FramePool::release(void* frame) noexcept {
    Header* header = static_cast<Header*>(frame) - 1;
    header->next_free = header->shelf->free;
    header->shelf->free = header;
}

} // namespace hitmap::simt
