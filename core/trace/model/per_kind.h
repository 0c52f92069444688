#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace hitmap {

using ElementKindId = std::uint8_t; ///< index into element_kinds() (element_kind.h)

/// The table of kinds has at most that many rows, so that values by kind need no allocation.
inline constexpr std::size_t most_element_kinds = 8;

/// The number of rows of the table of kinds.
[[nodiscard]] std::size_t element_kind_count();

/// A value for each kind of element. Ranges over it and its size are those of the table of kinds. An
/// aggregate: values of kinds that are not initialised are T().
template <class T>
struct PerKind {
    std::array<T, most_element_kinds> values{};

    [[nodiscard]] T& operator[](std::size_t kind) { return values[kind]; }
    [[nodiscard]] const T& operator[](std::size_t kind) const { return values[kind]; }
    /// Throws std::out_of_range for what no table can have.
    [[nodiscard]] T& at(std::size_t kind) { return values.at(kind); }
    [[nodiscard]] const T& at(std::size_t kind) const { return values.at(kind); }
    [[nodiscard]] std::size_t size() const { return element_kind_count(); }
    [[nodiscard]] T* begin() { return values.data(); }
    [[nodiscard]] T* end() { return values.data() + size(); }
    [[nodiscard]] const T* begin() const { return values.data(); }
    [[nodiscard]] const T* end() const { return values.data() + size(); }
    void fill(const T& value) { values.fill(value); }
    friend bool operator==(const PerKind&, const PerKind&) = default;
};

/// A set of kinds, which is iterated in the order of the table.
class KindSet {
public:
    class Iterator {
    public:
        constexpr explicit Iterator(std::uint8_t bits) : bits_(bits) {}
        constexpr ElementKindId operator*() const {
            return static_cast<ElementKindId>(std::countr_zero(bits_));
        }
        constexpr Iterator& operator++() {
            bits_ = static_cast<std::uint8_t>(bits_ & (bits_ - 1U));
            return *this;
        }
        friend constexpr bool operator==(Iterator, Iterator) = default;

    private:
        std::uint8_t bits_;
    };

    constexpr KindSet() = default;
    template <class... Kinds>
    constexpr explicit KindSet(ElementKindId first, Kinds... others) {
        insert(first);
        (insert(others), ...);
    }

    [[nodiscard]] constexpr bool contains(ElementKindId kind) const { return (bits_ & bit(kind)) != 0; }
    constexpr void insert(ElementKindId kind) { bits_ = static_cast<std::uint8_t>(bits_ | bit(kind)); }
    constexpr void erase(ElementKindId kind) { bits_ = static_cast<std::uint8_t>(bits_ & ~bit(kind)); }
    /// Inserts or erases it.
    constexpr void set(ElementKindId kind, bool is_in) { is_in ? insert(kind) : erase(kind); }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr std::size_t size() const {
        return static_cast<std::size_t>(std::popcount(bits_));
    }
    [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits_); }
    [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }
    friend constexpr bool operator==(KindSet, KindSet) = default;

private:
    static constexpr unsigned bit(ElementKindId kind) { return 1U << kind; }
    static_assert(most_element_kinds <= 8);

    std::uint8_t bits_ = 0;
};

} // namespace hitmap
