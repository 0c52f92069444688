#pragma once

#include <cstdint>
#include <vector>

namespace hitmap {

/// Appends a number as 7 bits a byte, lowest first; the top bit says that more follow.
inline void put_varint(std::vector<std::uint8_t>& bytes, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        bytes.push_back(static_cast<std::uint8_t>(value | 0x80));
    bytes.push_back(static_cast<std::uint8_t>(value));
}

/// Takes back what put_varint wrote, and moves on. For bytes of this program's own memory: nothing is
/// checked.
[[nodiscard]] inline std::uint64_t take_varint(const std::uint8_t*& at) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        value |= std::uint64_t{*at & 0x7fU} << shift;
        if ((*at++ & 0x80) == 0) return value;
    }
}

} // namespace hitmap
