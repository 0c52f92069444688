#include "core/base/scratch_store.h"

#include "core/base/scratch_file.h"

#include <algorithm>

namespace hitmap {

namespace {

/// Each slab is twice as large as the one before: few bytes take little memory, and many need few
/// allocations. Slabs that go to the file are larger, since the system limits the number of mappings. All are
/// multiples of the page size.
constexpr std::size_t smallest_slab = std::size_t{1} << 14;
constexpr std::size_t largest_slab = std::size_t{1} << 20;
constexpr std::size_t slab_of_file = std::size_t{1} << 22;
/// About as many stores have a file at the same time. Together they leave half of a disk to others.
constexpr std::uint64_t files_of_a_disk = 8;

} // namespace

ScratchStore::ScratchStore(std::uint64_t most_in_memory) : most_in_memory_(most_in_memory) {}
ScratchStore::~ScratchStore() = default;
ScratchStore::ScratchStore(ScratchStore&&) noexcept = default;
ScratchStore& ScratchStore::operator=(ScratchStore&&) noexcept = default;

void ScratchStore::add_slab(std::size_t least) {
    if (bytes_ >= most_in_memory_ && is_writable_ && !slabs_.empty()) {
        if (file_ == nullptr) file_ = std::make_unique<ScratchFile>();
        is_writable_ = file_->size() <= ScratchFile::free_bytes() / files_of_a_disk &&
                       slabs_.back().memory.move_to(*file_);
        drop_pages(); // of earlier slabs, which may have been written since they moved
    }
    const std::size_t last_size = slabs_.empty() ? 0 : slabs_.back().memory.size();
    const std::size_t usual = file_ != nullptr && is_writable_
                                  ? slab_of_file
                                  : std::clamp(2 * last_size, smallest_slab, largest_slab);
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
