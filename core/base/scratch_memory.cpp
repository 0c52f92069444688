#include "core/base/scratch_memory.h"

#include "core/base/error.h"
#include "core/base/scratch_file.h"

#include <new>
#include <span>
#include <sys/mman.h>
#include <utility>

namespace hitmap {

ScratchMemory::ScratchMemory(std::size_t bytes) : size_(bytes) {
    if (bytes == 0) return;
    void* const pages = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<std::byte*>(pages);
}

ScratchMemory::~ScratchMemory() {
    if (data_ != nullptr) ::munmap(data_, size_);
}

ScratchMemory::ScratchMemory(ScratchMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      moved_(std::exchange(other.moved_, false)) {}

ScratchMemory& ScratchMemory::operator=(ScratchMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(moved_, other.moved_);
    return *this;
}

bool ScratchMemory::move_to(ScratchFile& file) {
    if (moved_ || size_ == 0) return true;
    std::uint64_t at = 0;
    try {
        at = file.append(std::span(data_, size_));
    } catch (const Error&) {
        return false;
    }
    // Mapping the file over the contents at once would lose them where the file system refuses it.
    void* const pages = file.map(at, size_);
    if (pages == nullptr) return false;
    if (::mremap(pages, size_, size_, MREMAP_MAYMOVE | MREMAP_FIXED, data_) == MAP_FAILED) {
        ::munmap(pages, size_);
        ::munmap(std::exchange(data_, nullptr), std::exchange(size_, 0));
        throw std::bad_alloc();
    }
    moved_ = true;
    return true;
}

void ScratchMemory::drop_pages() const {
    if (moved_) ::madvise(data_, size_, MADV_DONTNEED); // a shared mapping: its contents are in the file
}

} // namespace hitmap
