#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace hitmap {

/// Line number modulo the number of sets, which need not be a power of two.
class LinearIndex {
public:
    static constexpr std::string_view name = "linear";
    static constexpr std::string_view needs = "";
    [[nodiscard]] static bool allows(std::uint64_t /*sets*/, std::uint32_t /*line_bytes*/) { return true; }

    explicit LinearIndex(std::uint64_t sets)
        : sets_(sets), mask_(std::has_single_bit(sets) ? sets - 1 : 0), inverse_(~std::uint64_t{0} / sets) {}
    [[nodiscard]] std::uint64_t operator()(std::uint64_t line) const {
        if (mask_ != 0) return line & mask_;
        // Division by an invariant integer (Granlund and Montgomery 1994): the inverse is too small by at
        // most sets / 2^64, so that the product is floor(line / sets) or 1 less for every line < 2^64.
        __extension__ using Wide = unsigned __int128;
        const auto quotient = static_cast<std::uint64_t>(Wide{line} * inverse_ >> 64);
        const std::uint64_t rest = line - quotient * sets_;
        return rest >= sets_ ? rest - sets_ : rest;
    }

private:
    std::uint64_t sets_;
    std::uint64_t mask_; ///< if the number of sets is a power of two greater than one
    std::uint64_t inverse_;
};

} // namespace hitmap
