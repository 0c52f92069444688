#pragma once

#include "core/cache/results/source_lines.h"
#include "core/profile/query/window_sums.h"
#include "widgets/table/table_model.h"

#include <optional>
#include <vector>

namespace hitmap {

/// What the tables of traffic are made from. A model that counts no requests tells of allocations alone, and
/// moves no bytes.
struct TrafficNumbers {
    AllocationWindow allocations;
    std::optional<TrafficWindow> traffic;
    bool explained = false; ///< `traffic` says why look-ups missed
};

/// Columns of the table of allocations.
[[nodiscard]] std::vector<TableColumn> allocation_traffic_columns();
/// A row for everything, then one for each allocation in the order of the recording.
[[nodiscard]] std::vector<TableRow> allocation_traffic_rows(const RecordingInfo& info,
                                                            const TrafficNumbers& numbers);

/// What a row of the table of source lines is about.
struct TrafficLine {
    std::string file;
    std::uint32_t line = 0;
    std::string name;                        ///< as that of a SourceLine
    std::vector<std::uint32_t> instructions; ///< its own
    bool one_instruction = false;            ///< a line may have several such rows
    TrafficSums sums;
};
/// Source lines, or each instruction of each, by file, line and number. Without `traffic` nothing is known of
/// how often they were executed, and all are there.
[[nodiscard]] std::vector<TrafficLine>
traffic_lines(const RecordingInfo& info, const std::optional<TrafficWindow>& traffic, bool each_instruction);
/// "while_while.cpp:95", with "#2" where it is of one instruction.
[[nodiscard]] QString name_of_line(const TrafficLine& line);

/// Columns of the table of source lines.
[[nodiscard]] std::vector<TableColumn> line_traffic_columns();
/// A row for everything, then one for each line. Numbers are undefined without `numbers.traffic`.
[[nodiscard]] std::vector<TableRow> line_traffic_rows(const RecordingInfo& info,
                                                      const std::vector<TrafficLine>& lines,
                                                      const TrafficNumbers& numbers);

} // namespace hitmap
