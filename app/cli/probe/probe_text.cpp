#include "app/cli/probe/probe_text.h"

#include "core/probe/probe_report.h"
#include "core/report/column/text_table.h"

#include <string>

namespace hitmap {

namespace {

struct PrintedProbe {
    std::string unit;
    std::string basis; ///< where the values come from: "configured", "inferred"
    ProbeRow cells;
};

ReportColumns<PrintedProbe> probe_columns() {
    ReportColumns<PrintedProbe> columns{
        text_column<PrintedProbe>("unit", 16, CellType::text, &PrintedProbe::unit),
        text_column<PrintedProbe>("", 12, CellType::text, &PrintedProbe::basis)};
    const auto add = [&](const char* title, std::size_t width, CellType type, std::string ProbeRow::*cell) {
        columns.push_back(text_column<PrintedProbe>(
            title, width, type, [cell](const PrintedProbe& row) { return row.cells.*cell; }));
    };
    add("capacity", 12, CellType::bytes, &ProbeRow::capacity);
    add("line", 10, CellType::bytes, &ProbeRow::line);
    add("fetched", 10, CellType::bytes, &ProbeRow::fetched);
    add("sets", 8, CellType::count, &ProbeRow::sets);
    add("ways", 8, CellType::count, &ProbeRow::ways);
    add("replacement", 14, CellType::text, &ProbeRow::replacement);
    add("set index", 20, CellType::text, &ProbeRow::index);
    add("hit/miss", 12, CellType::number, &ProbeRow::latency);
    return columns;
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
    return text_head(probe_columns());
}

std::string probe_lines(const ProbeUnit* unit, const ProbeResult& result) {
    const auto columns = probe_columns();
    std::string text;
    if (unit != nullptr)
        text += text_row(columns, PrintedProbe{unit->title, "configured", configured_row(*unit)});
    return text + text_row(columns,
                           PrintedProbe{unit == nullptr ? "measured" : "", "inferred", inferred_row(result)});
}

} // namespace hitmap
