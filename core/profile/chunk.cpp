#include "core/profile/chunk.h"

#include "core/profile/bit_column.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace hitmap {

// A chunk is: a head; positions after the first run's (2 or 4 bytes each); elements (2); where a run is
// longer than 1, lengths - 1 (1); where look-ups are not the usual ones, look-ups (1); misses of L1, misses
// of L2; distances. Misses are nothing at all where all are 0, else whole misses (4 bits a run) and, where
// the model gave a probability, one bit a run that says so and the 24 bits of each such run. Distances are
// bit columns, each as wide as its largest value needs.

namespace {

enum class Misses : std::uint8_t { none = 0, whole = 1, fractions = 2 };

struct Head {
    std::uint8_t last_run; ///< number of runs - 1
    std::uint8_t gap_bits;
    std::uint8_t lengths : 1;
    std::uint8_t lookups : 1;
    std::uint8_t distances : 1;
    std::uint8_t l1_misses : 2;
    std::uint8_t l2_misses : 2;
    std::uint8_t reserved;
    std::uint16_t l2_misses_at; ///< bytes from the head's begin
    std::uint16_t distances_at;

    [[nodiscard]] std::size_t runs() const { return last_run + std::size_t{1}; }
    [[nodiscard]] static std::size_t elements_at() { return sizeof(Head); }
    [[nodiscard]] std::size_t lengths_at() const { return elements_at() + runs() * 2; }
    [[nodiscard]] std::size_t lookups_at() const { return lengths_at() + (lengths != 0 ? runs() : 0); }
    [[nodiscard]] std::size_t gaps_at() const { return lookups_at() + (lookups != 0 ? runs() : 0); }
    [[nodiscard]] std::size_t l1_misses_at() const { return gaps_at() + bit_column_bytes(runs(), gap_bits); }
};

constexpr std::uint32_t fraction_mask = (1U << 24) - 1;

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
    std::uint32_t any = 0;
    std::uint32_t fractions = 0;
    for (const Run& run : runs) {
        any |= run.misses[level];
        fractions |= run.misses[level] & fraction_mask;
    }
    if (any == 0) return Misses::none;
    store_bits(runs, 4, at, [&](const Run& run) { return run.misses[level] >> 24; });
    if (fractions == 0) return Misses::whole;
    const auto fraction = [&](const Run& run) { return run.misses[level] & fraction_mask; };
    store_bits(runs, 1, at, [&](const Run& run) { return fraction(run) != 0 ? 1U : 0U; });
    BitWriter writer(at);
    for (const Run& run : runs)
        if (fraction(run) != 0) writer.put(fraction(run), 24);
    writer.flush();
    return Misses::fractions;
}

/// Calls visit(get) for the distance columns, in their order in the chunk.
template <class Visit>
void for_each_distance_column(Visit visit) {
    for (std::size_t level = 0; level < cache_levels; ++level) {
        visit([level](const Run& run) { return run.distance[level]; });
        visit([level](const Run& run) { return std::uint32_t{run.later_distance[level]}; });
        visit([level](const Run& run) { return std::uint32_t{run.cold[level]}; });
    }
}

/// False, and nothing written, where there are only zeros.
bool encode_distances(std::span<const Run> runs, std::byte*& at) {
    std::array<std::uint8_t, 3 * cache_levels> widths{};
    std::size_t column = 0;
    for_each_distance_column(
        [&](auto get) { widths[column++] = static_cast<std::uint8_t>(width_of(runs, get)); });
    if (std::all_of(widths.begin(), widths.end(), [](std::uint8_t width) { return width == 0; }))
        return false;
    for (const std::uint8_t width : widths)
        store(at, width);
    column = 0;
    for_each_distance_column([&](auto get) { store_bits(runs, widths[column++], at, get); });
    return true;
}

/// Runs [begin, end) of a column of misses of `runs` runs.
void decode_misses(const std::byte* column, Misses kind, std::size_t runs, std::size_t begin, std::size_t end,
                   std::uint32_t* out) {
    for (std::size_t r = begin; r < end; ++r)
        out[r - begin] = (static_cast<std::uint32_t>(column[r / 2]) >> (r % 2 * 4) & 15U) << 24;
    if (kind != Misses::fractions) return;
    const std::byte* flags = column + bit_column_bytes(runs, 4);
    const std::byte* fraction = flags + bit_column_bytes(runs, 1);
    for (std::size_t r = 0; r < end; r += 32) {
        auto flagged = load<std::uint32_t>(flags + r / 8);
        if (end - r < 32) flagged &= (1U << (end - r)) - 1;
        for (; flagged != 0; flagged &= flagged - 1, fraction += 3) {
            const std::size_t at = r + static_cast<std::size_t>(std::countr_zero(flagged));
            if (at >= begin) out[at - begin] |= load<std::uint32_t>(fraction) & fraction_mask;
        }
    }
}

template <class T>
void decode_bits(const std::byte* column, unsigned width, std::size_t begin, std::size_t end, T* out) {
    for (std::size_t r = begin; r < end; ++r)
        out[r - begin] = static_cast<T>(bits_at(column, width, r));
}

void decode_distances(const std::byte* column, std::size_t runs, std::size_t begin, std::size_t end,
                      DecodedRuns& out) {
    const std::byte* width = column;
    const std::byte* bits = column + 3 * cache_levels;
    const auto next = [&](auto* values) {
        decode_bits(bits, static_cast<unsigned>(*width), begin, end, values);
        bits += bit_column_bytes(runs, static_cast<unsigned>(*width++));
    };
    for (std::size_t level = 0; level < cache_levels; ++level) {
        next(out.distance[level].data());
        next(out.later_distance[level].data());
        next(out.cold[level].data());
    }
}

void clear_distances(std::size_t count, DecodedRuns& out) {
    for (std::size_t level = 0; level < cache_levels; ++level) {
        std::fill_n(out.distance[level].begin(), count, 0U);
        std::fill_n(out.later_distance[level].begin(), count, std::uint16_t{0});
        std::fill_n(out.cold[level].begin(), count, std::uint8_t{0});
    }
}

void decode_positions(const Head& head, const std::byte* chunk, std::uint32_t first,
                      DecodedRuns::Values<std::uint32_t>& out) {
    const std::byte* column = chunk + head.gaps_at();
    std::uint32_t position = first;
    for (std::size_t r = 0; r < head.runs(); ++r) {
        position += bits_at(column, head.gap_bits, r);
        out[r] = position;
    }
}

void decode_lengths(const Head& head, const std::byte* chunk, std::size_t begin, std::size_t end,
                    DecodedRuns& out) {
    if (head.lengths == 0) {
        std::fill_n(out.length.begin(), end - begin, std::uint16_t{1});
        return;
    }
    const std::byte* column = chunk + head.lengths_at();
    for (std::size_t r = begin; r < end; ++r)
        out.length[r - begin] = static_cast<std::uint16_t>(static_cast<unsigned>(column[r]) + 1);
}

void decode_lookups(const Head& head, const std::byte* chunk, std::size_t begin, std::size_t end,
                    DecodedRuns& out) {
    out.has_lookups = head.lookups != 0;
    if (!out.has_lookups) return;
    const std::byte* column = chunk + head.lookups_at();
    for (std::size_t r = begin; r < end; ++r) {
        out.lookups[0][r - begin] = static_cast<std::uint8_t>(column[r] & std::byte{15});
        out.lookups[1][r - begin] = static_cast<std::uint8_t>(column[r] >> 4);
    }
}

/// The runs that share a position with `part`: [begin, end).
std::pair<std::size_t, std::size_t> overlapping(const Head& head, const std::byte* chunk,
                                                const DecodedRuns::Values<std::uint32_t>& position,
                                                TimeWindow part) {
    const auto* from = position.data();
    const auto* to = from + head.runs();
    auto begin = static_cast<std::size_t>(std::lower_bound(from, to, part.first) - from);
    const auto end = static_cast<std::size_t>(std::lower_bound(from, to, part.last) - from);
    if (begin > 0) {
        const std::size_t length =
            head.lengths != 0 ? static_cast<std::size_t>(chunk[head.lengths_at() + begin - 1]) + 1 : 1;
        if (position[begin - 1] + std::uint64_t{length} > part.first) --begin;
    }
    return {begin, std::max(begin, end)};
}

/// Cuts the first and the last run where they reach out of `part`.
void cut_ends(TimeWindow part, DecodedRuns& runs) {
    if (runs.count == 0) return;
    if (runs.position[0] < part.first) {
        runs.length[0] = static_cast<std::uint16_t>(runs.length[0] - (part.first - runs.position[0]));
        runs.position[0] = static_cast<std::uint32_t>(part.first);
        for (std::size_t level = 0; level < cache_levels; ++level) {
            runs.misses[level][0] = 0;
            runs.distance[level][0] = runs.later_distance[level][0];
            runs.cold[level][0] = 0;
        }
    }
    const std::size_t last = runs.count - 1;
    if (runs.position[last] + std::uint64_t{runs.length[last]} > part.last)
        runs.length[last] = static_cast<std::uint16_t>(part.last - runs.position[last]);
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
    store_column<std::uint16_t>(runs, at, [](const Run& run) { return run.element; });
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
    head.distances_at = static_cast<std::uint16_t>(at - out.data());
    head.distances = encode_distances(runs, at) ? 1 : 0;
    std::memcpy(out.data(), &head, sizeof head);
    return static_cast<std::size_t>(at - out.data());
}

void renumber_chunk(std::byte* chunk, std::span<const std::uint16_t> numbers) {
    const std::size_t runs = load<Head>(chunk).runs();
    std::byte* at = chunk + Head::elements_at();
    for (std::size_t r = 0; r < runs; ++r)
        store(at, numbers[load<std::uint16_t>(at)]);
}

void decode_chunk(const std::byte* chunk, std::uint32_t first, TimeWindow part, bool whole, ColumnSet wanted,
                  DecodedRuns& out) {
    const auto head = load<Head>(chunk);
    std::size_t begin = 0;
    std::size_t end = head.runs();
    if (!whole || wanted.has(Column::last)) decode_positions(head, chunk, first, out.position);
    if (!whole) {
        std::tie(begin, end) = overlapping(head, chunk, out.position, part);
        std::copy(out.position.begin() + begin, out.position.begin() + end, out.position.begin());
    }
    out.count = end - begin;
    std::memcpy(out.element.data(), chunk + head.elements_at() + 2 * begin, 2 * out.count);
    decode_lengths(head, chunk, begin, end, out);
    decode_lookups(head, chunk, begin, end, out);
    const std::array<std::uint8_t, cache_levels> kinds{head.l1_misses, head.l2_misses};
    const std::array<std::size_t, cache_levels> misses_at{head.l1_misses_at(), head.l2_misses_at};
    for (std::size_t level = 0; level < cache_levels; ++level) {
        const auto kind = static_cast<Misses>(kinds[level]);
        out.has_misses[level] = kind != Misses::none && wanted.has(of_level(Column::l1_misses, level));
        if (out.has_misses[level])
            decode_misses(chunk + misses_at[level], kind, head.runs(), begin, end, out.misses[level].data());
    }
    if (wanted.intersects(distance_columns)) {
        if (head.distances != 0)
            decode_distances(chunk + head.distances_at, head.runs(), begin, end, out);
        else
            clear_distances(out.count, out);
    }
    if (!whole) cut_ends(part, out);
}

} // namespace hitmap
