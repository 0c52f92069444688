#pragma once

#include <cstdint>
#include <string_view>

namespace hitmap {

/// Texture L1 of Fermi and Kepler (Mei et al. 2014, section 4.3 and figure 12): 4 sets of 32-byte lines.
/// Address bits 7 and 8 are the set, so that 128 successive bytes belong to one set.
class TextureL1Index {
public:
    static constexpr std::string_view name = "texture-l1";
    static constexpr std::string_view needs = "4 sets and lines of 32 bytes";
    [[nodiscard]] static bool allows(std::uint64_t sets, std::uint32_t line_bytes) {
        return sets == 4 && line_bytes == 32;
    }

    explicit TextureL1Index(std::uint64_t /*sets*/) {}
    /// Bit b of an address is bit b - 5 of its line.
    [[nodiscard]] std::uint64_t operator()(std::uint64_t line) const { return line >> 2 & 3; }
};

} // namespace hitmap
