#include "core/report/contents/held_line_columns.h"

#include "core/cache/coalescing/coalesce.h"
#include "core/cache/contents/box_levels.h"
#include "core/trace/model/allocation_label.h"
#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace hitmap {

ReportColumns<HeldLineRow> held_line_columns() {
    return {
        {{.key = "position", .title = "Position", .help = "The moment: positions before it"},
         &HeldLineRow::moment},
        {{.key = "level", .title = "Cache", .type = CellType::text},
         [](const HeldLineRow& row) { return CellValue(name_of(row.level)); }},
        {{.key = "array", .title = "Array", .help = "Unit of the SM for L1, partition for L2"},
         [](const HeldLineRow& row) { return CellValue(std::uint64_t{row.line.array}); }},
        {{.key = "set", .title = "Set"},
         [](const HeldLineRow& row) { return CellValue(std::uint64_t{row.line.set}); }},
        {{.key = "allocation",
          .title = "Allocation",
          .type = CellType::text,
          .help = "The allocation that the line was put in for"},
         &HeldLineRow::allocation},
        {{.key = "address",
          .title = "Address",
          .type = CellType::address,
          .help = "The first byte of the line; none for local memory"},
         [](const HeldLineRow& row) { return row.has_address ? CellValue(row.line.address) : CellValue(); }},
        {{.key = "kind",
          .title = "Elements",
          .type = CellType::text,
          .help = "Kind of the elements with bytes in the line"},
         &HeldLineRow::kind},
        {{.key = "first_element", .title = "First"}, &HeldLineRow::first},
        {{.key = "last_element", .title = "Last"}, &HeldLineRow::last},
        {{.key = "box_level",
          .title = "Level",
          .help = "Level in the tree of the box that the line was put in for"},
         [](const HeldLineRow& row) {
             return row.line.box_level == BoxLevels::none ? CellValue()
                                                          : CellValue(std::uint64_t{row.line.box_level});
         }},
        {{.key = "put_in", .title = "Put in at", .help = "Position of the use that put the line in"},
         [](const HeldLineRow& row) { return CellValue(row.line.put_in); }},
        {{.key = "last_use", .title = "Last use", .help = "Position of the last use before the moment"},
         [](const HeldLineRow& row) { return CellValue(row.line.last_use); }},
        {{.key = "next_use",
          .title = "Next use",
          .help = "Position of the next use; none if the line is never used again"},
         [](const HeldLineRow& row) { return CellValue(row.line.next_use); }},
        {{.key = "next_finds",
          .title = "It finds",
          .type = CellType::text,
          .help = "Whether the line is still held at its next use"},
         [](const HeldLineRow& row) {
             if (!row.line.next_use) return CellValue();
             return CellValue(row.line.next_is_present ? "the line" : "evicted");
         }},
    };
}

HeldLineRows::HeldLineRows(const RecordingInfo& info)
    : info_(info), elements_(info), labels_(allocation_labels(info)) {}

HeldLineRow HeldLineRows::row_of(const HeldLines& held, std::size_t moment, const HeldLine& line) const {
    HeldLineRow row{.moment = std::min(held.request.moments.at(moment), info_.positions()),
                    .level = held.request.level,
                    .line = line,
                    .allocation = {},
                    .kind = {},
                    .first = {},
                    .last = {}};
    row.has_address = line.address < Coalescer::local_base; // local memory has no addresses of its own
    if (line.allocation < labels_.size()) {
        row.allocation = labels_[line.allocation];
        row.has_address = info_.allocations[line.allocation].space == Space::global;
    }
    if (!row.has_address) return row;
    std::size_t at = 0;
    std::optional<std::uint8_t> kind;
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    elements_.for_each(line.address, line.address + held.line_bytes - 1, at,
                       [&](std::uint8_t of, std::uint32_t element, std::uint64_t, std::uint64_t) {
                           if (kind && *kind != of) return;
                           first = kind ? std::min<std::uint64_t>(first, element) : element;
                           last = kind ? std::max<std::uint64_t>(last, element) : element;
                           kind = of;
                       });
    if (!kind) return row;
    row.kind = *kind == ElementRanges::vertex ? std::string_view("vertex") : element_kinds()[*kind].name;
    row.first = first;
    row.last = last;
    return row;
}

} // namespace hitmap
