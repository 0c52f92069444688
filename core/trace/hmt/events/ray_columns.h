#pragma once

#include "core/trace/hmt/chunks/scene_columns.h"
#include "core/trace/hmt/events/event_session.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

/// The columns of ray events behind those that all events have, and how numbers are coded in them.
namespace hitmap::hmt {

/// Floats have three columns: lengths, first bytes, further bytes.
enum class RayColumn : std::uint8_t {
    predictions = event_columns,
    origins,
    directions = origins + 3,
    axes = directions + 3,
    distances,
    flags = distances + 3,
    masks,
    structures,
    hit_distances,
    shapes = hit_distances + 3,
    instances,
    geometries,
    primitives,
};
inline constexpr std::size_t ray_columns = static_cast<std::size_t>(RayColumn::primitives) + 1;

/// The difference of an actual float from a predicted one, in the order of their values, as a zigzag number.
[[nodiscard]] inline std::uint32_t float_difference(float actual, float predicted) {
    const std::uint32_t difference = ordered(actual) - ordered(predicted);
    return difference << 1U ^ (0U - (difference >> 31U));
}
[[nodiscard]] inline float with_difference(float predicted, std::uint32_t zigzag) {
    return from_ordered(ordered(predicted) + (zigzag >> 1U ^ (0U - (zigzag & 1U))));
}

/// Codes differences of floats with their lengths of 0 to 4 bytes, which share a byte. The bytes of a
/// difference follow from the highest on.
template <class Coder, std::size_t count>
void code_floats(Coder& coder, RayColumn lengths, std::array<std::uint32_t, count>& differences) {
    constexpr unsigned length_count = 5;
    const auto column = [&](unsigned i) {
        return static_cast<RayColumn>(static_cast<unsigned>(lengths) + i);
    };
    unsigned code = 0;
    unsigned codes = 1;
    for (const std::uint32_t difference : differences) {
        code += codes * ((static_cast<unsigned>(std::bit_width(difference)) + 7) / 8);
        codes *= length_count;
    }
    code = coder.byte(lengths, static_cast<std::uint8_t>(code));
    if (code >= codes) coder.fail(fmt::format("expected lengths of floats below {}, found {}", codes, code));
    for (std::uint32_t& difference : differences) {
        const unsigned length = code % length_count;
        code /= length_count;
        std::uint32_t coded = 0;
        for (unsigned i = length; i-- != 0;) {
            const auto byte = static_cast<std::uint8_t>(difference >> (8 * i));
            coded |= std::uint32_t{coder.byte(column(i + 1 == length ? 1 : 2), byte)} << (8 * i);
        }
        difference = coded;
    }
}

template <class Coder>
float code_float(Coder& coder, RayColumn lengths, float actual, float predicted) {
    std::array<std::uint32_t, 1> difference{};
    if constexpr (Coder::writes) difference[0] = float_difference(actual, predicted);
    code_floats(coder, lengths, difference);
    return with_difference(predicted, difference[0]);
}

/// Codes the difference of a whole number from a predicted one, modulo 2^64.
template <class Coder>
std::uint64_t code_whole(Coder& coder, RayColumn column, std::uint64_t actual, std::uint64_t predicted) {
    const std::uint64_t zigzag = zigzag_encode(static_cast<std::int64_t>(actual - predicted));
    return predicted + static_cast<std::uint64_t>(zigzag_decode(coder.number(column, zigzag)));
}

} // namespace hitmap::hmt
