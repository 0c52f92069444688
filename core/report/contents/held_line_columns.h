#pragma once

#include "core/cache/contents/held_lines.h"
#include "core/cache/results/element_ranges.h"
#include "core/report/column/report_column.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// A row of the table of held lines: a line that a cache holds at a moment, and what it contains.
struct HeldLineRow {
    std::uint64_t moment = 0; ///< position, at most that of the end
    Level level{};
    HeldLine line;
    CellValue allocation;    ///< its name; undefined: none
    bool has_address = true; ///< false for local memory
    CellValue kind;          ///< of the elements with bytes in the line; undefined: none
    CellValue first;         ///< the lowest number of such an element
    CellValue last;          ///< the highest number
};

[[nodiscard]] ReportColumns<HeldLineRow> held_line_columns();

/// Makes rows of the lines of one recording.
class HeldLineRows {
public:
    explicit HeldLineRows(const RecordingInfo& info);
    [[nodiscard]] HeldLineRow row_of(const HeldLines& held, std::size_t moment, const HeldLine& line) const;

private:
    const RecordingInfo& info_; ///< must outlive this object
    ElementRanges elements_;
    std::vector<std::string> labels_;
};

} // namespace hitmap
