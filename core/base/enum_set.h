#pragma once

#include <cstdint>
#include <initializer_list>

namespace hitmap {

/// A set of values of an enumeration with up to 16 values, numbered from 0.
template <class E>
class EnumSet {
public:
    constexpr EnumSet() = default;
    constexpr EnumSet(std::initializer_list<E> members) {
        for (const E member : members)
            bits_ = static_cast<std::uint16_t>(bits_ | (1U << static_cast<unsigned>(member)));
    }
    [[nodiscard]] constexpr bool has(E member) const {
        return ((bits_ >> static_cast<unsigned>(member)) & 1U) != 0;
    }
    [[nodiscard]] constexpr bool intersects(EnumSet other) const { return (bits_ & other.bits_) != 0; }
    friend constexpr bool operator==(EnumSet, EnumSet) = default;

private:
    std::uint16_t bits_ = 0;
};

} // namespace hitmap
