#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace hitmap {

/// A list for writers that know only afterwards how many elements they have written: as a vector, but its
/// memory is not cleared before it is written to, unless it has to grow.
template <class T>
class WrittenList {
public:
    static_assert(std::is_trivially_copyable_v<T>);

    WrittenList() = default;
    WrittenList(const WrittenList&) = delete;
    WrittenList& operator=(const WrittenList&) = delete;

    /// Where `more` elements may be written behind the last one; end_at() is to follow. May move the
    /// elements.
    [[nodiscard]] [[gnu::always_inline]] T* reserve_more(std::size_t more) {
        if (more > capacity_ - size_) grow(more);
        return memory_.get() + size_;
    }
    /// All before `end` were written.
    void end_at(const T* end) { size_ = static_cast<std::size_t>(end - memory_.get()); }
    [[gnu::always_inline]] void push_back(const T& value) {
        if (size_ == capacity_) grow(1);
        memory_[size_++] = value;
    }
    void clear() { size_ = 0; }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] T* data() { return memory_.get(); }
    [[nodiscard]] const T* data() const { return memory_.get(); }
    [[nodiscard]] T& operator[](std::size_t i) { return memory_[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return memory_[i]; }
    [[nodiscard]] T* begin() { return data(); }
    [[nodiscard]] T* end() { return data() + size_; }
    [[nodiscard]] const T* begin() const { return data(); }
    [[nodiscard]] const T* end() const { return data() + size_; }

private:
    [[gnu::noinline]] void grow(std::size_t more) {
        const std::size_t capacity = std::max(size_ + more, size_ + size_ / 2);
        auto memory = std::make_unique<T[]>(capacity); // cleared: bytes behind the last may be read, too
        std::copy_n(memory_.get(), size_, memory.get());
        memory_ = std::move(memory);
        capacity_ = capacity;
    }

    std::unique_ptr<T[]> memory_; ///< [capacity_]
    std::size_t capacity_ = 0;
    std::size_t size_ = 0;
};

} // namespace hitmap
