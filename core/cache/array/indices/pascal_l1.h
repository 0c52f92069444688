#pragma once

#include <cstdint>
#include <string_view>

namespace hitmap {

/// L1 of Pascal as gpucachesim has it (gpucachesim notes, docs/references.md): 4 sets of 128-byte lines. With
/// X(i, j, ...) the XOR of those address bits, o0 = X(10, 12, 14), o1 = NOT o0 XOR X(9, ..., 14), the set is
/// (bits 8..7 + o0 + 2 o1) mod 4.
class PascalL1Index {
public:
    static constexpr std::string_view name = "pascal-l1";
    static constexpr std::string_view needs = "4 sets and lines of 128 bytes";
    [[nodiscard]] static bool allows(std::uint64_t sets, std::uint32_t line_bytes) {
        return sets == 4 && line_bytes == 128;
    }

    explicit PascalL1Index(std::uint64_t /*sets*/) {}
    /// Bit b of an address is bit b - 7 of its line.
    [[nodiscard]] std::uint64_t operator()(std::uint64_t line) const {
        const std::uint64_t odd = (line >> 3 ^ line >> 5 ^ line >> 7) & 1;
        const std::uint64_t all = (line >> 2 ^ line >> 3 ^ line >> 4 ^ line >> 5 ^ line >> 6 ^ line >> 7) & 1;
        return (line + odd + 2 * (odd ^ 1 ^ all)) & 3;
    }
};

} // namespace hitmap
