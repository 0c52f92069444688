#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace hitmap {

/// A list for writers that know only afterwards how many elements they have written: as a vector, but its
/// room is not cleared before it is written to, unless it has to grow.
template <class T>
class WrittenList {
public:
    static_assert(std::is_trivially_copyable_v<T>);

    WrittenList() = default;
    WrittenList(const WrittenList&) = delete;
    WrittenList& operator=(const WrittenList&) = delete;

    /// Where so many may be written behind the last; end_at() is to follow. May move what is there.
    [[nodiscard]] [[gnu::always_inline]] T* room_for(std::size_t more) {
        if (more > capacity_ - size_) grow(more);
        return room_.get() + size_;
    }
    /// All before `end` were written.
    void end_at(const T* end) { size_ = static_cast<std::size_t>(end - room_.get()); }
    [[gnu::always_inline]] void push_back(const T& value) {
        if (size_ == capacity_) grow(1);
        room_[size_++] = value;
    }
    void clear() { size_ = 0; }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] T* data() { return room_.get(); }
    [[nodiscard]] const T* data() const { return room_.get(); }
    [[nodiscard]] T& operator[](std::size_t i) { return room_[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return room_[i]; }
    [[nodiscard]] T* begin() { return data(); }
    [[nodiscard]] T* end() { return data() + size_; }
    [[nodiscard]] const T* begin() const { return data(); }
    [[nodiscard]] const T* end() const { return data() + size_; }

private:
    [[gnu::noinline]] void grow(std::size_t more) {
        const std::size_t capacity = std::max(size_ + more, size_ + size_ / 2);
        auto room = std::make_unique<T[]>(capacity); // cleared: bytes behind the last may be read, too
        std::copy_n(room_.get(), size_, room.get());
        room_ = std::move(room);
        capacity_ = capacity;
    }

    std::unique_ptr<T[]> room_; ///< [capacity_]
    std::size_t capacity_ = 0;
    std::size_t size_ = 0;
};

} // namespace hitmap
