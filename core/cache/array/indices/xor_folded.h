#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace hitmap {

/// The XOR of the pieces of the line number, each as wide as the number of a set. Consecutive lines use all
/// sets in turn, and lines a power of two apart are distributed over several sets.
class XorFoldedIndex {
public:
    static constexpr std::string_view name = "xor";
    static constexpr std::string_view needs = "a power of two of sets";
    [[nodiscard]] static bool allows(std::uint64_t sets, std::uint32_t /*line_bytes*/) {
        return std::has_single_bit(sets);
    }

    explicit XorFoldedIndex(std::uint64_t sets)
        : mask_(sets - 1), bits_(static_cast<unsigned>(std::countr_zero(sets))) {}
    [[nodiscard]] std::uint64_t operator()(std::uint64_t line) const {
        if (bits_ == 0) return 0;
        for (unsigned shift = bits_; shift < 64; shift *= 2) // each step folds in twice as many pieces
            line ^= line >> shift;
        return line & mask_;
    }

private:
    std::uint64_t mask_;
    unsigned bits_;
};

} // namespace hitmap
