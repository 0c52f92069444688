#include "render/view/ranked_values.h"

#include <bit>

namespace hitmap {

namespace {

constexpr unsigned half_bits = 16;
constexpr std::size_t halves = std::size_t{1} << half_bits;
constexpr std::uint32_t sign = 0x80000000;

/// Keys have the order of their values: IEEE 754 numbers are ordered as their bits, except for the sign.
std::uint32_t key_of(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits & sign) != 0 ? ~bits : bits | sign;
}
float value_of(std::uint32_t key) {
    return std::bit_cast<float>((key & sign) != 0 ? key & ~sign : ~key);
}

/// Returns the index of the count that contains the rank, and subtracts those before it from the rank.
std::uint32_t find_rank(const std::vector<std::uint32_t>& counts, std::size_t& rank) {
    std::uint32_t i = 0;
    for (; rank >= counts[i]; ++i)
        rank -= counts[i];
    return i;
}

} // namespace

RankedValues::RankedValues(std::span<const float> values) : values_(values), upper_halves_(halves) {
    for (const float value : values)
        ++upper_halves_[key_of(value) >> half_bits];
}

float RankedValues::at(std::size_t rank) const {
    const std::uint32_t upper = find_rank(upper_halves_, rank);
    std::vector<std::uint32_t> lower_halves(halves);
    for (const float value : values_)
        if (const std::uint32_t key = key_of(value); key >> half_bits == upper)
            ++lower_halves[key & (halves - 1)];
    return value_of(upper << half_bits | find_rank(lower_halves, rank));
}

} // namespace hitmap
