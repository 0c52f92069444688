#include "app/cli/probe_text.h"

#include <fmt/format.h>

#include <bit>

namespace hitmap {

namespace {

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

std::string bytes_text(const std::optional<std::uint64_t>& bytes) {
    return bytes ? format_size(*bytes) : "?";
}

std::string number_text(const std::optional<std::uint64_t>& number) {
    return number ? fmt::format("{}", *number) : "?";
}

/// "4", or "17+6x8" where sets differ.
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

/// "bits 7-8" of the address where sets follow one another; powers of two alone have bits.
std::string order_text(const ProbeResult& result) {
    if (result.order != SetOrder::linear)
        return result.sets() == 1 ? "-" : std::string(name_of(result.order));
    const std::uint64_t sets = *result.sets();
    const int first = std::countr_zero(*result.set_bytes);
    if (!std::has_single_bit(sets)) return fmt::format("linear from bit {}", first);
    return fmt::format("linear, bits {}-{}", first, first + std::countr_zero(sets) - 1);
}

struct Configured {
    std::uint64_t capacity;
    std::uint64_t line;
    std::uint64_t sector;
    std::vector<std::uint64_t> set_ways;
    std::string policy;
    std::string index;
};

Configured configured(const ProbeUnit& unit) {
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

std::string row(std::string_view first, std::string_view second, std::string_view capacity,
                std::string_view line, std::string_view fetched, std::string_view sets, std::string_view ways,
                std::string_view policy, std::string_view index, std::string_view cycles) {
    return fmt::format("{:<16}{:<12}{:>12}{:>10}{:>10}{:>8}{:>8}  {:<14}{:<20}{:>12}\n", first, second,
                       capacity, line, fetched, sets, ways, policy, index, cycles);
}

} // namespace

Json probe_json(const ProbeUnit* unit, const ProbeResult& result) {
    Json json{{"name", unit == nullptr ? "measured" : unit->name}};
    json["configured"] = nullptr;
    if (unit != nullptr) {
        const Configured set = configured(*unit);
        json["configured"] = {{"capacity", set.capacity},
                              {"line", set.line},
                              {"sector", set.sector},
                              {"sets", set.set_ways.size()},
                              {"policy", set.policy},
                              {"index", set.index},
                              {"hit_latency", unit->latency.hit},
                              {"miss_latency", unit->latency.miss},
                              {"latency_known", unit->latency_known}};
    }
    Json ways = Json::array();
    if (result.sets().value_or(0) <= 4096) ways = result.set_ways;
    json["inferred"] = {{"capacity", or_null(result.capacity)},
                        {"fits", result.fits},
                        {"overflows", or_null(result.overflows)},
                        {"fetched", or_null(result.fetched)},
                        {"line", or_null(result.line)},
                        {"sets", or_null(result.sets())},
                        {"ways", or_null(result.ways())},
                        {"set_ways", result.set_ways.empty() || ways.empty() ? Json(nullptr) : ways},
                        {"replacement", name_of(result.replacement)},
                        {"lru", result.replacement == Replacement::undetermined
                                    ? Json(nullptr)
                                    : Json(result.replacement == Replacement::lru)},
                        {"periodic", or_null(result.periodic)},
                        {"set_order", name_of(result.order)},
                        {"set_bytes", or_null(result.set_bytes)},
                        {"hit_latency", result.latency ? Json(result.latency->hit) : Json(nullptr)},
                        {"miss_latency", result.latency ? Json(result.latency->miss) : Json(nullptr)},
                        {"accesses", result.accesses}};
    return json;
}

std::string probe_head() {
    return row("unit", "", "capacity", "line", "fetched", "sets", "ways", "replacement", "set index",
               "hit/miss");
}

std::string probe_lines(const ProbeUnit* unit, const ProbeResult& result) {
    std::string text;
    if (unit != nullptr) {
        const Configured set = configured(*unit);
        text += row(unit->title, "configured", format_size(set.capacity), format_size(set.line),
                    format_size(set.sector), fmt::format("{}", set.set_ways.size()), ways_text(set.set_ways),
                    set.policy, set.index,
                    unit->latency_known ? fmt::format("{}/{}", unit->latency.hit, unit->latency.miss)
                                        : "not known");
    }
    const std::string capacity = result.capacity    ? format_size(*result.capacity)
                                 : result.overflows ? fmt::format("{}..{}", result.fits, *result.overflows)
                                                    : fmt::format("> {}", format_size(result.fits));
    return text + row(unit == nullptr ? "measured" : "", "inferred", capacity, bytes_text(result.line),
                      bytes_text(result.fetched), number_text(result.sets()), ways_text(result.set_ways),
                      name_of(result.replacement), order_text(result),
                      result.latency ? fmt::format("{:.4g}/{:.4g}", result.latency->hit, result.latency->miss)
                                     : "?");
}

} // namespace hitmap
