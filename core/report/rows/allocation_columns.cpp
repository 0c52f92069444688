#include "core/report/rows/allocation_columns.h"

#include <string_view>

namespace hitmap {

namespace {

constexpr ReportPlaces in_text{.json = false, .csv = false, .window = false};
constexpr ReportPlaces in_json{.text = false, .csv = false, .window = false};
constexpr ReportPlaces in_window{.text = false, .json = false, .csv = false};
constexpr ReportPlaces but_text{.text = false};

/// Text tables and the window show labels, which are unique. For memory that is not global, they show the
/// space instead of the address.
ReportColumns<AllocationRow> subject_columns_of_allocations() {
    using Row = AllocationRow;
    return {
        {{.key = "label", .type = CellType::text, .in = in_text, .text = {"allocation", 20}}, &Row::label},
        {{.key = "name", .title = "Name", .type = CellType::text, .in = but_text},
         [](const Row& row) { return row.allocation.name; }},
        {{.key = "role", .title = "Role", .type = CellType::text, .text = {"role", 20}},
         [](const Row& row) { return name_of(row.allocation.role); }},
        {{.key = "space", .title = "Space", .type = CellType::text, .in = but_text},
         [](const Row& row) { return name_of(row.allocation.space); }},
        {{.key = "address", .title = "Address", .type = CellType::address, .in = but_text},
         [](const Row& row) { return row.allocation.address; }},
        {{.key = "place", .type = CellType::address, .in = in_text, .text = {"address", 14}},
         [](const Row& row) {
             const Allocation& allocation = row.allocation;
             return allocation.space == Space::global ? CellValue(allocation.address)
                                                      : name_of(allocation.space);
         }},
    };
}

/// The window leaves element sizes empty for allocations without elements.
ReportColumns<AllocationRow> size_columns_of_allocations() {
    using Row = AllocationRow;
    const auto of_elements = [](auto value) {
        return [value](const Row& row) {
            return row.allocation.stride == 0 ? CellValue() : value(row.allocation);
        };
    };
    return {
        {{.key = "size_bytes",
          .title = "Size",
          .type = CellType::bytes,
          .text = {"bytes", 16},
          .json_path = "/bytes"},
         [](const Row& row) { return row.allocation.bytes; }},
        {{.key = "elements", .title = "Elements", .in = in_window},
         of_elements([](const Allocation& allocation) { return allocation.element_count(); })},
        {{.key = "stride", .in = {.csv = false, .window = false}, .text = {"stride", 8}},
         [](const Row& row) { return row.allocation.stride; }},
        {{.key = "stride_bytes",
          .title = "Stride",
          .type = CellType::bytes,
          .in = in_window,
          .help = "From one element to the next"},
         of_elements([](const Allocation& allocation) { return allocation.stride; })},
        {{.key = "element_bytes", .in = in_json},
         [](const Row& row) { return row.allocation.element_bytes; }},
        {{.key = "element_bytes", .title = "Element size", .type = CellType::bytes, .in = in_window},
         of_elements([](const Allocation& allocation) { return allocation.element_bytes; })},
        {{.key = "layout", .in = in_json},
         [](const Row& row) { return row.allocation.layout == ElementLayout::planar ? "planar" : "linear"; }},
    };
}

} // namespace

const ReportColumns<AllocationRow>& allocation_report_columns() {
    static const ReportColumns<AllocationRow> columns = [] {
        ReportColumns<AllocationRow> all = subject_columns_of_allocations();
        for (auto& column : size_columns_of_allocations())
            all.push_back(column);
        return all;
    }();
    return columns;
}

} // namespace hitmap
