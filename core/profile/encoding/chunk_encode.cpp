#include "core/profile/encoding/chunk_layout.h"

#include <algorithm>
#include <bit>

namespace hitmap {

using namespace chunk_layout;

namespace {

template <class T, class Get>
void store_column(std::span<const Run> runs, std::byte*& at, Get get) {
    for (const Run& run : runs)
        store(at, static_cast<T>(get(run)));
}

template <class Get>
unsigned width_of(std::span<const Run> runs, Get get) {
    std::uint32_t bits = 0;
    for (const Run& run : runs)
        bits |= get(run);
    return static_cast<unsigned>(std::bit_width(bits));
}

template <class Get>
void store_bits(std::span<const Run> runs, unsigned width, std::byte*& at, Get get) {
    BitWriter writer(at);
    for (const Run& run : runs)
        writer.put(get(run), width);
    writer.flush();
}

Misses encode_misses(std::span<const Run> runs, std::size_t level, std::byte*& at) {
    const auto misses = [&](const Run& run) { return run.misses[level]; };
    const auto fraction = [&](const Run& run) { return run.misses[level] & fraction_mask; };
    const unsigned width = width_of(runs, misses);
    if (width == 0) return Misses::none;
    const auto fractions = static_cast<std::size_t>(
        std::count_if(runs.begin(), runs.end(), [&](const Run& run) { return fraction(run) != 0; }));
    if (fractions * 24 + runs.size() * 5 >= runs.size() * width) {
        store(at, static_cast<std::uint8_t>(width));
        store_bits(runs, width, at, misses);
        return Misses::fractions;
    }
    store_bits(runs, 4, at, [&](const Run& run) { return misses(run) >> 24; });
    if (fractions == 0) return Misses::whole;
    store_bits(runs, 1, at, [&](const Run& run) { return fraction(run) != 0 ? 1U : 0U; });
    BitWriter writer(at);
    for (const Run& run : runs)
        if (fraction(run) != 0) writer.put(fraction(run), 24);
    writer.flush();
    return Misses::some_fractions;
}

/// Calls visit(get) for each reuse column, in the order of the chunk.
template <class Visit>
void for_each_reuse_column(Visit visit) {
    for (std::size_t level = 0; level < cache_levels; ++level) {
        visit([level](const Run& run) { return run.distance[level]; });
        visit([level](const Run& run) { return std::uint32_t{run.later_distance[level]}; });
        visit([level](const Run& run) { return std::uint32_t{run.cold[level]}; });
        visit([level](const Run& run) { return std::uint32_t{run.conflict[level]}; });
    }
}

/// Returns false and writes nothing if all values are 0.
bool encode_reuse(std::span<const Run> runs, std::byte*& at) {
    std::array<std::uint8_t, reuse_columns_a_level * cache_levels> widths{};
    std::size_t column = 0;
    for_each_reuse_column(
        [&](auto get) { widths[column++] = static_cast<std::uint8_t>(width_of(runs, get)); });
    if (std::all_of(widths.begin(), widths.end(), [](std::uint8_t width) { return width == 0; }))
        return false;
    for (const std::uint8_t width : widths)
        store(at, width);
    column = 0;
    for_each_reuse_column([&](auto get) { store_bits(runs, widths[column++], at, get); });
    return true;
}

} // namespace

std::size_t encode_chunk(std::span<const Run> runs, bool with_lookups,
                         std::span<std::byte, most_chunk_bytes> out) {
    std::array<std::uint32_t, chunk_runs> gaps{};
    std::uint32_t gap_bits = 0;
    for (std::size_t r = 1; r < runs.size(); ++r) {
        gaps[r] = runs[r].position - runs[r - 1].position;
        gap_bits |= gaps[r];
    }
    Head head{};
    head.last_run = static_cast<std::uint8_t>(runs.size() - 1);
    head.gap_bits = static_cast<std::uint8_t>(std::bit_width(gap_bits));
    head.lengths = width_of(runs, [](const Run& run) { return run.length - 1U; }) != 0 ? 1 : 0;
    head.lookups = with_lookups ? 1 : 0;
    std::byte* at = out.data() + sizeof head;
    store_bits(runs, element_bits, at, [](const Run& run) { return run.element; });
    if (head.lengths != 0)
        store_column<std::uint8_t>(runs, at, [](const Run& run) { return run.length - 1; });
    if (head.lookups != 0)
        store_column<std::uint8_t>(runs, at,
                                   [](const Run& run) { return run.lookups[0] | run.lookups[1] << 4; });
    BitWriter writer(at);
    for (std::size_t r = 0; r < runs.size(); ++r)
        writer.put(gaps[r], head.gap_bits);
    writer.flush();
    head.l1_misses = static_cast<std::uint8_t>(encode_misses(runs, 0, at)) & 3U;
    head.l2_misses_at = static_cast<std::uint16_t>(at - out.data());
    head.l2_misses = static_cast<std::uint8_t>(encode_misses(runs, 1, at)) & 3U;
    head.reuse_at = static_cast<std::uint16_t>(at - out.data());
    head.reuse = encode_reuse(runs, at) ? 1 : 0;
    std::memcpy(out.data(), &head, sizeof head);
    return static_cast<std::size_t>(at - out.data());
}

} // namespace hitmap
