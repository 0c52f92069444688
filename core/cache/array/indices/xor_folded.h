#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace hitmap {

/// The line number cut into pieces as wide as a set's number, XORed. Consecutive lines still go to all sets
/// in turn, while lines a power of two apart do not all go to one.
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
        for (unsigned shift = bits_; shift < 64; shift *= 2) // twice as many pieces each time
            line ^= line >> shift;
        return line & mask_;
    }

private:
    std::uint64_t mask_;
    unsigned bits_;
};

} // namespace hitmap
