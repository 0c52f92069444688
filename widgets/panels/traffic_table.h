#pragma once

#include "core/cache/results/source_lines.h"
#include "core/profile/query/window_sums.h"
#include "widgets/table/table_model.h"

#include <optional>
#include <vector>

namespace hitmap {

/// The sums from which the traffic tables are made. A model that does not simulate requests has sums by
/// allocation only, and no bytes.
struct TrafficNumbers {
    AllocationWindow allocations;
    std::optional<TrafficWindow> traffic;
    bool explained = false; ///< `traffic` contains the reasons of misses
};

/// Returns the columns of the table of allocations.
[[nodiscard]] std::vector<TableColumn> allocation_traffic_columns();
/// Returns a row for the total, then one for each allocation in the order of the recording.
[[nodiscard]] std::vector<TableRow> allocation_traffic_rows(const RecordingInfo& info,
                                                            const TrafficNumbers& numbers);

/// The subject of a row in the table of source lines.
struct TrafficLine {
    std::string file;
    std::uint32_t line = 0;
    std::string name;                        ///< name of the SourceLine
    std::vector<std::uint32_t> instructions; ///< the instructions of the row
    bool one_instruction = false; ///< the row is a single instruction; a line may have several such rows
    TrafficSums sums;
};
/// Returns source lines, or each of their instructions, sorted by file, line and number. Without `traffic`,
/// all lines are returned, since it is not known which ones were executed.
[[nodiscard]] std::vector<TrafficLine>
traffic_lines(const RecordingInfo& info, const std::optional<TrafficWindow>& traffic, bool each_instruction);
/// Returns "while_while.cpp:95", with "#2" appended for a single instruction.
[[nodiscard]] QString name_of_line(const TrafficLine& line);

/// Returns the columns of the table of source lines.
[[nodiscard]] std::vector<TableColumn> line_traffic_columns();
/// Returns a row for the total, then one for each line. Numbers are undefined without `numbers.traffic`.
[[nodiscard]] std::vector<TableRow> line_traffic_rows(const RecordingInfo& info,
                                                      const std::vector<TrafficLine>& lines,
                                                      const TrafficNumbers& numbers);

} // namespace hitmap
