#pragma once

#include <cstdint>
#include <vector>

namespace hitmap {

/// Appends a number as a varint: 7 bits per byte, lowest first. The top bit says that more bytes follow.
inline void put_varint(std::vector<std::uint8_t>& bytes, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        bytes.push_back(static_cast<std::uint8_t>(value | 0x80));
    bytes.push_back(static_cast<std::uint8_t>(value));
}

/// Decodes what put_varint wrote and advances `at`. Only for bytes that this program made itself: nothing is
/// checked.
[[nodiscard]] inline std::uint64_t take_varint(const std::uint8_t*& at) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        value |= std::uint64_t{*at & 0x7fU} << shift;
        if ((*at++ & 0x80) == 0) return value;
    }
}

} // namespace hitmap
