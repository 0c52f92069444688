#include "core/report/rows/access_columns.h"

#include "core/cache/results/source_lines.h"
#include "core/profile/sums/ray_selection.h"
#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

namespace hitmap {

namespace {

using AccessColumns = ReportColumns<AccessRow>;

const Instruction& accessing_instruction(const AccessRow& row) {
    return row.names.info.instructions[row.access.instruction];
}

AccessColumns access_place_columns() {
    return {
        {{.key = "order", .title = "Order", .help = "Position of the element access in the access order"},
         [](const AccessRow& row) {
             return row.access.element ? row.access.element->position : CellValue();
         }},
        {{.key = "launch", .title = "Launch"}, [](const AccessRow& row) { return row.access.launch; }},
        {{.key = "sm", .title = "SM"}, [](const AccessRow& row) { return row.access.sm; }},
        {{.key = "warp", .title = "Warp", .help = "Index of the warp in its launch"},
         [](const AccessRow& row) { return row.access.warp; }},
        {{.key = "lane", .title = "Lane"}, [](const AccessRow& row) { return row.access.lane; }},
    };
}

AccessColumns access_element_columns() {
    return {
        {{.key = "kind", .title = "Kind", .type = CellType::text, .help = "Kind of the element"},
         [](const AccessRow& row) {
             if (!row.access.element) return CellValue();
             return CellValue(element_kinds()[row.access.element->kind].name);
         }},
        {{.key = "element", .title = "Element", .help = "Number of the element in its buffers"},
         [](const AccessRow& row) { return row.access.element ? row.access.element->element : CellValue(); }},
        {{.key = "source",
          .title = "Source",
          .help = "Face of the mesh file or box of the tree; nothing for padding"},
         [](const AccessRow& row) {
             if (!row.access.element) return CellValue();
             const auto& element = *row.access.element;
             const auto source = row.names.sources.source(element.kind, element.element);
             return source ? CellValue(*source) : CellValue();
         }},
    };
}

template <class Value>
ReportColumn<AccessRow> outcome_column(std::string key, std::string title, std::string help, CellType type,
                                       Value value) {
    return {{.key = std::move(key), .title = std::move(title), .type = type, .help = std::move(help)},
            [value](const AccessRow& row) {
                if (row.result == nullptr || !row.result->outcome) return CellValue();
                return CellValue(value(*row.result->outcome));
            }};
}

double access_hits(std::uint32_t units) {
    return static_cast<double>(units) / hit_unit;
}

AccessColumns access_outcome_columns() {
    return {
        outcome_column("l1_hits", "L1 hits",
                       "Hits of the look-ups for the element; a fraction where the model gives a probability",
                       CellType::count, [](const AccessOutcome& o) { return access_hits(o.l1_hits); }),
        outcome_column("l1_lookups", "L1 look-ups", "Look-ups for the element", CellType::count,
                       [](const AccessOutcome& o) { return o.l1_lookups; }),
        outcome_column("l2_hits", "L2 hits", "", CellType::count,
                       [](const AccessOutcome& o) { return access_hits(o.l2_hits); }),
        outcome_column("l2_lookups", "L2 look-ups", "", CellType::count,
                       [](const AccessOutcome& o) { return o.l2_lookups; }),
    };
}

AccessColumns access_request_columns() {
    return {
        {{.key = "request", .title = "Request", .help = "Number of the request in the recording"},
         [](const AccessRow& row) { return row.access.request; }},
        {{.key = "instruction", .title = "Instruction", .help = "Index in the table of instructions"},
         [](const AccessRow& row) { return row.access.instruction; }},
        {{.key = "source_line",
          .title = "Source line",
          .type = CellType::text,
          .in = {.csv = false},
          .help = "Of the instruction"},
         [](const AccessRow& row) {
             const std::string& name = row.names.lines[row.access.instruction];
             return name.empty() ? CellValue() : CellValue(name);
         }},
        {{.key = "file", .title = "File", .type = CellType::text, .in = {.window = false}},
         [](const AccessRow& row) { return accessing_instruction(row).location.file; }},
        {{.key = "line", .title = "Line", .in = {.window = false}},
         [](const AccessRow& row) {
             const std::uint32_t line = accessing_instruction(row).location.line;
             return line == 0 ? CellValue() : CellValue(line);
         }},
        {{.key = "allocation", .title = "Allocation", .type = CellType::text},
         [](const AccessRow& row) {
             const auto& allocation = row.access.allocation;
             return allocation ? CellValue(row.names.allocations[*allocation]) : CellValue();
         }},
        {{.key = "address",
          .title = "Address",
          .type = CellType::address,
          .help = "Of the lane's first byte; for local memory, the offset in the memory of the lane"},
         [](const AccessRow& row) { return row.access.address; }},
        {{.key = "bytes", .title = "Bytes", .help = "Bytes that the lane accesses"},
         [](const AccessRow& row) { return accessing_instruction(row).bytes_per_lane; }},
        {{.key = "active", .title = "Active lanes", .help = "Number of active lanes of the request"},
         [](const AccessRow& row) { return static_cast<unsigned>(std::popcount(row.access.mask)); }},
    };
}

ReportColumn<AccessRow> lane_level_column(std::string key, std::string title, std::string help,
                                          std::string_view (*name)(const LaneLevel&)) {
    return {
        {.key = std::move(key), .title = std::move(title), .type = CellType::text, .help = std::move(help)},
        [name](const AccessRow& row) {
            const std::string_view text =
                row.result != nullptr ? name(row.result->level) : std::string_view();
            return text.empty() ? CellValue() : CellValue(text);
        }};
}

/// CSV files of accesses are of one pixel, so that they have no such columns.
ReportColumn<AccessRow> pixel_column(std::string key, std::string title, std::string help,
                                     std::uint32_t (*part)(std::uint32_t pixel, std::uint32_t width)) {
    return {{.key = std::move(key), .title = std::move(title), .in = {.csv = false}, .help = std::move(help)},
            [part](const AccessRow& row) {
                const std::uint32_t width = row.names.info.scene.width;
                if (!row.access.tag || width == 0) return CellValue();
                return CellValue(part(row.access.tag->work_item, width));
            }};
}

/// Whether a load hit in L1, from the level that served the lane or from the look-ups for the element.
std::string_view l1_result_of(const AccessRow& row) {
    if (row.result == nullptr || accessing_instruction(row).operation != Operation::load) return {};
    const ServedBy served = row.result->level.served;
    if (served != ServedBy::none) return served == ServedBy::l1 ? "hit" : "miss";
    const auto& outcome = row.result->outcome;
    if (!outcome || outcome->l1_lookups == 0) return {};
    if (outcome->l1_hits == 0) return "miss";
    return outcome->l1_hits == outcome->l1_lookups * hit_unit ? "hit" : "partly";
}

AccessColumns level_columns_of_lane() {
    return {
        {{.key = "l1_result",
          .title = "L1 result",
          .type = CellType::text,
          .in = {.csv = false},
          .help = "Of loads: hit or miss in L1; partly, if some look-ups hit, or with a probability"},
         [](const AccessRow& row) {
             const std::string_view text = l1_result_of(row);
             return text.empty() ? CellValue() : CellValue(text);
         }},
        lane_level_column(
            "served", "Served by",
            "The farthest level that the lane's sectors needed, where a GPU is chosen: L1, L2 or "
            "DRAM",
            [](const LaneLevel& level) { return name_of(level.served); }),
        {{.key = "operation", .title = "Operation", .type = CellType::text},
         [](const AccessRow& row) { return name_of(accessing_instruction(row).operation); }},
        {{.key = "ray_kind", .title = "Rays", .type = CellType::text, .help = "Kind of the lane's ray"},
         [](const AccessRow& row) {
             return row.access.tag ? CellValue(ray_kind_name(row.access.tag->ray_kind)) : CellValue();
         }},
        {{.key = "bounce", .title = "Bounce"},
         [](const AccessRow& row) { return row.access.tag ? row.access.tag->bounce : CellValue(); }},
        pixel_column("pixel_x", "Pixel x", "Column of the pixel that the lane serves, from the left",
                     [](std::uint32_t pixel, std::uint32_t width) { return pixel % width; }),
        pixel_column("pixel_y", "Pixel y", "Row of the pixel that the lane serves, from the top",
                     [](std::uint32_t pixel, std::uint32_t width) { return pixel / width; }),
        lane_level_column("l1_miss", "L1 miss",
                          "Why the lane's sectors missed in L1, where misses are explained",
                          [](const LaneLevel& level) { return name_of(level.l1_miss); }),
        lane_level_column("l2_miss", "L2 miss", "Why they missed in L2",
                          [](const LaneLevel& level) { return name_of(level.l2_miss); }),
    };
}

} // namespace

AccessNames::AccessNames(const RecordingInfo& recording, std::shared_ptr<const RecordedScene> scene)
    : info(recording), sources(std::move(scene)), allocations(allocation_labels(recording)) {
    lines.resize(recording.instructions.size());
    for (const SourceLine& line : source_lines(recording))
        for (const std::uint32_t instruction : line.instructions)
            if (!line.file.empty()) lines[instruction] = line.name;
}

std::string ray_kind_name(std::uint8_t kind) {
    return to_string(RaySelection{.kind = kind, .bounce = {}});
}

std::string_view name_of(ServedBy level) {
    switch (level) {
    case ServedBy::l1:
        return "L1";
    case ServedBy::l2:
        return "L2";
    case ServedBy::dram:
        return "DRAM";
    case ServedBy::none:
        break;
    }
    return {};
}

std::string_view name_of(MissReason reason) {
    switch (reason) {
    case MissReason::cold:
        return "cold";
    case MissReason::capacity:
        return "capacity";
    case MissReason::conflict:
        return "conflict";
    case MissReason::none:
        break;
    }
    return {};
}

const ReportColumns<AccessRow>& access_columns() {
    static const AccessColumns columns = [] {
        AccessColumns all;
        for (const AccessColumns& more :
             {access_place_columns(), access_element_columns(), access_outcome_columns(),
              access_request_columns(), level_columns_of_lane()})
            all.insert(all.end(), more.begin(), more.end());
        return all;
    }();
    return columns;
}

} // namespace hitmap
