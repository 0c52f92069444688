#include "app/cli/probe_report/probe_text.h"

#include "core/probe/probe_report.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

std::string row(std::string_view first, std::string_view second, const ProbeRow& cells) {
    return fmt::format("{:<16}{:<12}{:>12}{:>10}{:>10}{:>8}{:>8}  {:<14}{:<20}{:>12}\n", first, second,
                       cells.capacity, cells.line, cells.fetched, cells.sets, cells.ways, cells.replacement,
                       cells.index, cells.latency);
}

} // namespace

Json probe_json(const ProbeUnit* unit, const ProbeResult& result) {
    Json json{{"name", unit == nullptr ? "measured" : unit->name}};
    json["configured"] = nullptr;
    if (unit != nullptr) {
        const ConfiguredUnit set = configured(*unit);
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
    return row("unit", "",
               {"capacity", "line", "fetched", "sets", "ways", "replacement", "set index", "hit/miss"});
}

std::string probe_lines(const ProbeUnit* unit, const ProbeResult& result) {
    std::string text;
    if (unit != nullptr) text += row(unit->title, "configured", configured_row(*unit));
    return text + row(unit == nullptr ? "measured" : "", "inferred", inferred_row(result));
}

} // namespace hitmap
