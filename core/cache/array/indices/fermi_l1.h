#pragma once

#include <cstdint>
#include <string_view>

namespace hitmap {

/// L1 of Fermi (Nugteren et al. 2014): address bits 11..7 XOR bits {19, 17, 15, 14, 13}. With 64 sets (48
/// KiB), bit 12 is the highest bit of the set.
class FermiL1Index {
public:
    static constexpr std::string_view name = "fermi-l1";
    static constexpr std::string_view needs = "32 or 64 sets and lines of 128 bytes";
    [[nodiscard]] static bool allows(std::uint64_t sets, std::uint32_t line_bytes) {
        return (sets == 32 || sets == 64) && line_bytes == 128;
    }

    explicit FermiL1Index(std::uint64_t sets) : top_(sets == 64 ? 32 : 0) {}
    /// Bit b of an address is bit b - 7 of its line.
    [[nodiscard]] std::uint64_t operator()(std::uint64_t line) const {
        const std::uint64_t hash = (line >> 6 & 7) | (line >> 10 & 1) << 3 | (line >> 12 & 1) << 4;
        return ((line & 31) ^ hash) | (line & top_);
    }

private:
    std::uint64_t top_;
};

} // namespace hitmap
