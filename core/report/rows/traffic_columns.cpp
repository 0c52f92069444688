#include "core/report/rows/traffic_columns.h"

#include "core/cache/results/access_outcome.h"

#include <cmath>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

using Columns = ReportColumns<TrafficRow>;

/// In units of hits, so that shares are exact for models with fractions.
double misses_of(const LevelSums& sums) {
    return static_cast<double>(sums.lookups * hit_unit - sums.hits);
}

/// The table shows misses as whole numbers.
CellValue share_of_misses(const LevelSums& sums, const LevelSums& all) {
    CellValue share = quotient(misses_of(sums), misses_of(all));
    if (share.of)
        share.of =
            PartOf{std::floor(share.of->part / hit_unit + 0.5), std::floor(share.of->whole / hit_unit + 0.5)};
    return share;
}

ReportColumn<TrafficRow> name_column(TrafficOf of) {
    const bool lines = of == TrafficOf::source_lines;
    return {{.key = lines ? "source_line" : "allocation",
             .title = lines ? "Source line" : "Allocation",
             .type = CellType::text,
             .in = {.json = false, .csv = false},
             .text = {lines ? "source line" : "allocation", 26}},
            &TrafficRow::name};
}

Columns request_columns() {
    return {
        {{.key = "requests",
          .title = "Requests",
          .text = {"requests", 12},
          .help = "Requests of warps; under them, the sectors of 32 bytes that they are coalesced into"},
         &TrafficRow::requests},
        {{.key = "sectors", .title = "Sectors", .text = {"sectors", 12}},
         [](const TrafficRow& row) { return row.sums ? row.sums->sectors : CellValue(); }},
    };
}

Columns rate_columns() {
    Columns columns = level_columns<TrafficRow>();
    column_named(columns, "l1_hit_rate").help =
        "Hits divided by look-ups: sectors of requests where a GPU is chosen, look-ups of lanes with stack "
        "distances";
    column_named(columns, "l1_hits").help = "Hits of look-ups";
    for (const char* hits : {"l1_hits", "l2_hits"})
        column_named(columns, hits).in.text = false;
    return columns;
}

ReportColumn<TrafficRow> miss_share_column(std::string key, std::string title, std::string help,
                                           LevelSums AllocationSums::*level) {
    return {{.key = std::move(key),
             .title = std::move(title),
             .type = CellType::rate,
             .in = {.text = false, .csv = false},
             .help = std::move(help),
             .of = "misses"},
            [level](const TrafficRow& row) {
                return row.sums ? share_of_misses((*row.sums).*level, row.all.*level) : CellValue();
            }};
}

/// The columns with shares of the total, and averages per request. In text, rows without requests have 0
/// sectors per request.
Columns share_columns() {
    return {
        {{.key = "sectors_per_request",
          .title = "Per request",
          .type = CellType::number,
          .in = {.csv = false},
          .text = {"each", 9, 2, "0.00"},
          .help = "Sectors per request: 4 where 32 lanes read 4 bytes each, side by side; 32 where they are "
                  "scattered"},
         [](const TrafficRow& row) {
             return row.sums && row.requests ? quotient(row.sums->sectors, *row.requests) : CellValue();
         }},
        {{.key = "share_of_sectors",
          .title = "Traffic",
          .type = CellType::rate,
          .in = {.text = false, .csv = false},
          .help = "Share of all sectors"},
         [](const TrafficRow& row) {
             return row.sums ? quotient(row.sums->sectors, row.all.sectors) : CellValue();
         }},
        miss_share_column("share_of_l1_misses", "Of L1 misses", "Share of all misses of the level",
                          &AllocationSums::l1),
        miss_share_column("share_of_l2_misses", "Of L2 misses", {}, &AllocationSums::l2),
    };
}

ReportColumn<TrafficRow> byte_column(ColumnInfo info, std::uint64_t MovedBytes::*bytes) {
    info.type = CellType::bytes;
    return {std::move(info),
            [bytes](const TrafficRow& row) { return row.moved ? (*row.moved).*bytes : CellValue(); }};
}

Columns byte_columns(TrafficOf of) {
    const bool lines = of == TrafficOf::source_lines;
    return {
        byte_column({.key = "l1_bytes",
                     .title = "L1 bytes",
                     .in = {.text = false},
                     .help = "Moved between SMs and L1; under it, between L1 (or SMs past it) and L2"},
                    &MovedBytes::l1),
        byte_column({.key = "l2_bytes", .title = "L2 bytes", .in = {.text = false}}, &MovedBytes::l2),
        byte_column({.key = "dram_bytes",
                     .title = lines ? "DRAM read" : "DRAM bytes",
                     .text = {"", 12},
                     .help = lines ? "Bytes moved from memory into L2. What L2 writes to memory is known by "
                                     "allocation alone"
                                   : "Moved between L2 and memory"},
                    &MovedBytes::dram)};
}

Columns make_traffic_columns(TrafficOf of) {
    Columns columns{name_column(of)};
    for (const Columns& more : {request_columns(), rate_columns(), share_columns(), byte_columns(of)})
        columns.insert(columns.end(), more.begin(), more.end());
    return columns;
}

Columns make_miss_class_columns() {
    struct MissClass {
        std::string name;
        std::uint64_t MissClasses::*misses;
        std::string help;
    };
    const MissClass classes[] = {{"cold", &MissClasses::cold,
                                  "Misses that no capacity would have helped; under them, those of L2. Known "
                                  "where misses are explained "
                                  "(under Caches)"},
                                 {"capacity", &MissClasses::capacity,
                                  "Misses of a fully associative LRU cache of the same capacity, too"},
                                 {"conflict", &MissClasses::conflict,
                                  "Misses that a fully associative LRU cache of the same capacity has not"}};
    Columns columns;
    for (const std::size_t level : {0U, 1U})
        for (const auto& [name, misses, help] : classes) {
            const std::string key = level == 0 ? "l1" : "l2";
            columns.push_back({{.key = key + "_" + name + "_misses",
                                .title = (level == 0 ? "L1 " : "L2 ") + name,
                                .in = {.text = false},
                                .help = level == 0 ? help : "",
                                .of = "misses",
                                .json_path = "/" + key + "_misses/" + name},
                               [level, misses = misses](const TrafficRow& row) {
                                   if (!row.misses) return CellValue();
                                   const MissClasses& of_level = (*row.misses)[level];
                                   return part_of(of_level.*misses, static_cast<double>(of_level.misses()));
                               }});
        }
    return columns;
}

} // namespace

TrafficRow traffic_row(std::string name, const TrafficSums& sums, const TrafficSums& all, bool explained) {
    TrafficRow row{.name = std::move(name),
                   .requests = sums.requests,
                   .sums = allocation_sums(sums),
                   .all = allocation_sums(all),
                   .levels = {reported_level(sums.l1_hits(), sums.l1_lookups()),
                              reported_level(sums.l2_hits, sums.l2_lookups)},
                   .moved = moved_bytes(sums)};
    if (explained) row.misses = {sums.l1_misses, sums.l2_misses};
    return row;
}

const ReportColumns<TrafficRow>& traffic_columns(TrafficOf of) {
    static const Columns of_allocations = make_traffic_columns(TrafficOf::allocations);
    static const Columns of_lines = make_traffic_columns(TrafficOf::source_lines);
    return of == TrafficOf::allocations ? of_allocations : of_lines;
}

const ReportColumns<TrafficRow>& miss_class_columns() {
    static const Columns columns = make_miss_class_columns();
    return columns;
}

} // namespace hitmap
