#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace hitmap {

/// A list for code that knows the number of elements only after writing them. Unlike a vector, its memory is
/// not cleared before it is written, except when it grows.
template <class T>
class WrittenList {
public:
    static_assert(std::is_trivially_copyable_v<T>);

    WrittenList() = default;
    WrittenList(const WrittenList&) = delete;
    WrittenList& operator=(const WrittenList&) = delete;

    /// Returns where `more` elements can be written after the last one. Call end_at() afterwards. May move
    /// the elements.
    [[nodiscard]] [[gnu::always_inline]] T* reserve_more(std::size_t more) {
        if (more > capacity_ - size_) grow(more);
        return memory_.get() + size_;
    }
    /// Sets the end of the list; all elements before `end` must have been written.
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
        // Cleared, since bytes after the last element may be read.
        auto memory = std::make_unique<T[]>(capacity);
        std::copy_n(memory_.get(), size_, memory.get());
        memory_ = std::move(memory);
        capacity_ = capacity;
    }

    std::unique_ptr<T[]> memory_; ///< [capacity_]
    std::size_t capacity_ = 0;
    std::size_t size_ = 0;
};

} // namespace hitmap
