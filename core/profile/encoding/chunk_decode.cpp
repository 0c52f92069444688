#include "core/profile/encoding/chunk_layout.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace hitmap {

using namespace chunk_layout;

namespace {

template <class T>
void decode_bits(const std::byte* column, unsigned width, std::size_t begin, std::size_t end, T* out) {
    for (std::size_t r = begin; r < end; ++r)
        out[r - begin] = static_cast<T>(bits_at(column, width, r));
}

/// Decodes runs [begin, end) of a column of whole misses. `out` needs space for one more value.
void decode_whole_misses(const std::byte* column, std::size_t begin, std::size_t end, std::uint32_t* out) {
    if (begin % 2 != 0) *out++ = static_cast<std::uint32_t>(column[begin / 2] >> 4) << 24;
    const std::byte* pair = column + (begin + 1) / 2;
    for (std::size_t r = begin + begin % 2; r < end; r += 2, ++pair, out += 2) {
        out[0] = static_cast<std::uint32_t>(*pair & std::byte{15}) << 24;
        out[1] = static_cast<std::uint32_t>(*pair >> 4) << 24;
    }
}

/// Decodes runs [begin, end) of a column of misses of `runs` runs. `out` needs space for one more value.
void decode_misses(const std::byte* column, Misses kind, std::size_t runs, std::size_t begin, std::size_t end,
                   std::uint32_t* out) {
    if (kind == Misses::fractions)
        return decode_bits(column + 1, static_cast<unsigned>(*column), begin, end, out);
    decode_whole_misses(column, begin, end, out);
    if (kind == Misses::whole) return;
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

constexpr bool wants_distances(ColumnSet wanted, std::size_t level) {
    return wanted.intersects(
        ColumnSet(of_level(Column::l1_distance, level), of_level(Column::l1_cold, level)));
}

/// Decodes the reuse columns of the levels in `wanted`.
void decode_reuse(const std::byte* column, std::size_t runs, std::size_t begin, std::size_t end,
                  ColumnSet wanted, DecodedRuns& out) {
    const std::byte* width = column;
    const std::byte* bits = column + reuse_columns_a_level * cache_levels;
    for (std::size_t level = 0; level < cache_levels; ++level) {
        const bool distances = wants_distances(wanted, level);
        const auto next = [&](auto& values, bool decoded) {
            const auto bits_a_value = static_cast<unsigned>(*width++);
            if (decoded && bits_a_value != 0) decode_bits(bits, bits_a_value, begin, end, values.data());
            if (decoded && bits_a_value == 0) std::fill_n(values.begin(), end - begin, 0);
            bits += bit_column_bytes(runs, bits_a_value);
        };
        next(out.distance[level], distances);
        next(out.later_distance[level], distances);
        next(out.cold[level], distances);
        next(out.conflict[level], wanted.has(of_level(Column::l1_conflict, level)));
    }
}

void clear_reuse(std::size_t count, ColumnSet wanted, DecodedRuns& out) {
    for (std::size_t level = 0; level < cache_levels; ++level) {
        if (wanted.has(of_level(Column::l1_conflict, level)))
            std::fill_n(out.conflict[level].begin(), count, std::uint8_t{0});
        if (!wants_distances(wanted, level)) continue;
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

/// Decodes runs [begin, end) of the column of elements. `out` needs space for the runs of a whole chunk.
void decode_elements(const std::byte* column, std::size_t begin, std::size_t end, std::uint16_t* out) {
    // Eight values are 13 bytes: four from the first eight bytes, four from bit 48 on.
    static_assert(element_bits == 13 && chunk_runs % 8 == 0);
    constexpr std::uint64_t mask = (1U << element_bits) - 1;
    for (std::size_t r = 0; r < end; r += 8, column += element_bits) {
        const auto low = load<std::uint64_t>(column);
        const auto high = load<std::uint64_t>(column + 6);
        for (unsigned i = 0; i < 4; ++i) {
            out[r + i] = static_cast<std::uint16_t>(low >> (element_bits * i) & mask);
            out[r + 4 + i] = static_cast<std::uint16_t>(high >> (4 + element_bits * i) & mask);
        }
    }
    if (begin != 0) std::copy(out + begin, out + end, out);
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

/// Returns the runs [begin, end) that overlap with `part`.
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

/// Shortens the first and the last run so that they lie inside `part`.
void cut_ends(TimeWindow part, DecodedRuns& runs) {
    if (runs.count == 0) return;
    if (runs.position[0] < part.first) {
        runs.length[0] = static_cast<std::uint16_t>(runs.length[0] - (part.first - runs.position[0]));
        runs.position[0] = static_cast<std::uint32_t>(part.first);
        for (std::size_t level = 0; level < cache_levels; ++level) {
            runs.misses[level][0] = 0;
            runs.distance[level][0] = runs.later_distance[level][0];
            runs.cold[level][0] = 0;
            runs.conflict[level][0] = 0;
        }
    }
    const std::size_t last = runs.count - 1;
    if (runs.position[last] + std::uint64_t{runs.length[last]} > part.last)
        runs.length[last] = static_cast<std::uint16_t>(part.last - runs.position[last]);
}

} // namespace

void renumber_chunk(std::byte* chunk, std::span<const std::uint16_t> numbers) {
    const std::size_t runs = load<Head>(chunk).runs();
    std::byte* at = chunk + Head::elements_at();
    DecodedRuns::Values<std::uint16_t> elements;
    decode_elements(at, 0, runs, elements.data());
    BitWriter writer(at);
    for (std::size_t r = 0; r < runs; ++r)
        writer.put(numbers[elements[r]], element_bits);
    writer.flush();
}

void fetch_chunk(const std::byte* chunk, ColumnSet wanted) {
    constexpr std::size_t line = 64;
    const auto head = load<Head>(chunk);
    const auto fetch = [chunk](std::size_t begin, std::size_t end) {
        for (std::size_t at = begin; at < end; at += line)
            __builtin_prefetch(chunk + at);
    };
    fetch(line, head.gaps_at());
    if (wanted.has(Column::last)) fetch(head.gaps_at(), head.l1_misses_at());
    if (wanted.has(Column::l1_misses)) fetch(head.l1_misses_at(), head.l2_misses_at);
    if (wanted.has(Column::l2_misses)) fetch(head.l2_misses_at, head.reuse_at);
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
    decode_elements(chunk + Head::elements_at(), begin, end, out.element.data());
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
    if (wanted.intersects(reuse_columns)) {
        if (head.reuse != 0)
            decode_reuse(chunk + head.reuse_at, head.runs(), begin, end, wanted, out);
        else
            clear_reuse(out.count, wanted, out);
    }
    if (!whole) cut_ends(part, out);
}

} // namespace hitmap
