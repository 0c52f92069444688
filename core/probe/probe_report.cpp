#include "core/probe/probe_report.h"

#include <fmt/format.h>

#include <bit>

namespace hitmap {

namespace {

std::string bytes_text(const std::optional<std::uint64_t>& bytes) {
    return bytes ? format_size(*bytes) : "?";
}

std::string number_text(const std::optional<std::uint64_t>& number) {
    return number ? fmt::format("{}", *number) : "?";
}

/// "4", or "17+6x8" if sets have different numbers of ways.
std::string ways_text(const std::vector<std::uint64_t>& ways) {
    std::string text;
    for (std::size_t begin = 0; begin < ways.size();) {
        std::size_t end = begin;
        while (end < ways.size() && ways[end] == ways[begin])
            ++end;
        const bool all = begin == 0 && end == ways.size();
        if (!text.empty()) text += "+";
        text += all || end == begin + 1 ? fmt::format("{}", ways[begin])
                                        : fmt::format("{}x{}", end - begin, ways[begin]);
        begin = end;
    }
    return text.empty() ? "?" : text;
}

/// "linear, bits 7-8": the bits of the address that select the set, if sets follow one another linearly
/// and their number is a power of two.
std::string order_text(const ProbeResult& result) {
    if (result.order != SetOrder::linear)
        return result.sets() == 1 ? "-" : std::string(name_of(result.order));
    const std::uint64_t sets = *result.sets();
    const int first = std::countr_zero(*result.set_bytes);
    if (!std::has_single_bit(sets)) return fmt::format("linear from bit {}", first);
    return fmt::format("linear, bits {}-{}", first, first + std::countr_zero(sets) - 1);
}

} // namespace

ConfiguredUnit configured(const ProbeUnit& unit) {
    if (const auto* tlb = std::get_if<TlbLevelGeometry>(&unit.geometry))
        return {tlb->entries() * tlb->page,
                tlb->page,
                tlb->page,
                {tlb->set_entries.begin(), tlb->set_entries.end()},
                tlb->policy,
                "linear"};
    const auto& cache = std::get<CacheGeometry>(unit.geometry);
    return {cache.capacity, cache.line,
            cache.sector,   std::vector<std::uint64_t>(cache.lines() / cache.ways, cache.ways),
            cache.policy,   cache.index};
}

ProbeRow configured_row(const ProbeUnit& unit) {
    const ConfiguredUnit set = configured(unit);
    return {format_size(set.capacity),
            format_size(set.line),
            format_size(set.sector),
            fmt::format("{}", set.set_ways.size()),
            ways_text(set.set_ways),
            set.policy,
            set.index,
            unit.latency_known ? fmt::format("{}/{}", unit.latency.hit, unit.latency.miss) : "not known"};
}

ProbeRow inferred_row(const ProbeResult& result) {
    const std::string capacity = result.capacity    ? format_size(*result.capacity)
                                 : result.overflows ? fmt::format("{}..{}", result.fits, *result.overflows)
                                                    : fmt::format("> {}", format_size(result.fits));
    return {capacity,
            bytes_text(result.line),
            bytes_text(result.fetched),
            number_text(result.sets()),
            ways_text(result.set_ways),
            std::string(name_of(result.replacement)),
            order_text(result),
            result.latency ? fmt::format("{:.4g}/{:.4g}", result.latency->hit, result.latency->miss) : "?"};
}

} // namespace hitmap
