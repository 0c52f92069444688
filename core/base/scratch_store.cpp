#include "core/base/scratch_store.h"

#include "core/base/scratch_file.h"

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// Each slab is twice as large as the one before: few bytes take little memory, and many need few
/// allocations. Slabs that go to the file are larger, since the system limits the number of mappings. All are
/// multiples of the page size, which is at most 64 KiB.
constexpr std::size_t smallest_slab = std::size_t{1} << 16;
constexpr std::size_t largest_slab = std::size_t{1} << 20;

} // namespace

ScratchStore::ScratchStore(std::shared_ptr<ScratchFile> file, std::uint64_t most_in_memory)
    : file_(std::move(file)), most_in_memory_(most_in_memory) {}

void ScratchStore::close() {
    file_.reset();
}

void ScratchStore::add_slab(std::size_t least) {
    const bool is_full = file_ != nullptr && bytes_ >= most_in_memory_ && !slabs_.empty();
    if (is_full) {
        ScratchMemory& last = slabs_.back().memory;
        if (!file_->has_room_for(last.size()) || !last.move_to(*file_)) close();
        drop_pages(); // of earlier slabs, which may have been written since they moved
    }
    const std::size_t last_size = slabs_.empty() ? 0 : slabs_.back().memory.size();
    const std::size_t usual =
        is_full && file_ != nullptr ? slab_of_file : std::clamp(2 * last_size, smallest_slab, largest_slab);
    const std::size_t size = (std::max(usual, least) + smallest_slab - 1) / smallest_slab * smallest_slab;
    slabs_.push_back({ScratchMemory(size), 0});
    bytes_ += size;
}

std::byte* ScratchStore::add(std::size_t bytes, std::size_t readable) {
    const std::size_t needed = bytes + readable;
    if (slabs_.empty() || needed > slabs_.back().memory.size() - slabs_.back().used) add_slab(needed);
    Slab& slab = slabs_.back();
    std::byte* const place = slab.memory.data() + slab.used;
    slab.used += bytes;
    return place;
}

void ScratchStore::drop_pages() const {
    for (const Slab& slab : slabs_)
        slab.memory.drop_pages();
}

} // namespace hitmap
