#pragma once

#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <type_traits>

namespace hitmap::hmt {

/// A large array of zeros whose memory is allocated when it is first accessed. It requests huge pages,
/// because random look-ups in a large table otherwise miss the TLB as often as the cache.
template <class Value>
class PageArray {
    static_assert(std::is_trivially_copyable_v<Value>);

public:
    /// Throws std::bad_alloc.
    explicit PageArray(std::size_t size) : bytes_(size * sizeof(Value)) {
        if (bytes_ == 0) return;
        void* pages = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) throw std::bad_alloc();
        values_ = static_cast<Value*>(pages);
        madvise(pages, bytes_, MADV_HUGEPAGE); // best effort: small pages work too
    }
    ~PageArray() {
        if (values_ != nullptr) munmap(values_, bytes_);
    }
    PageArray(const PageArray&) = delete;
    PageArray& operator=(const PageArray&) = delete;

    [[nodiscard]] Value& operator[](std::size_t i) { return values_[i]; }
    [[nodiscard]] const Value& operator[](std::size_t i) const { return values_[i]; }

private:
    Value* values_ = nullptr;
    std::size_t bytes_;
};

} // namespace hitmap::hmt
