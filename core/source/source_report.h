#pragma once

#include "core/cache/results/access_matrix.h"
#include "core/cache/results/traffic_sums.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// The traffic of one allocation at a source line, or in all lines.
struct LineAllocation {
    std::uint32_t allocation = MatrixCell::outside; ///< see MatrixCell
    std::uint64_t active_lanes = 0;
    AllocationSums sums;
};

/// The traffic of one source line.
struct LineTraffic {
    std::uint32_t line = 0;                  ///< from 1; 0: not known
    std::string name;                        ///< see SourceLine::name
    std::vector<std::string> functions;      ///< of the instructions, sorted
    std::vector<std::uint32_t> instructions; ///< rising; those that were executed
    TrafficSums sums;
    // What is known from an AccessMatrix: of its window, which may be another one.
    std::optional<std::uint64_t> lane_requests;
    std::optional<std::uint64_t> active_lanes; ///< of lane_requests
    std::vector<LineAllocation> allocations;   ///< by rising allocation
};

/// The traffic of the lines of one source file.
struct FileTraffic {
    std::string file;               ///< as recorded; empty if not known
    std::vector<LineTraffic> lines; ///< rising
    TrafficSums sums;
    /// Returns null if no instruction of the line was executed.
    [[nodiscard]] const LineTraffic* find(std::uint32_t line) const;
};

/// Returns the files of all executed instructions, sorted by name.
/// @param instructions  [info.instructions]
/// @param matrix        may be null
[[nodiscard]] std::vector<FileTraffic> traffic_by_file(const RecordingInfo& info,
                                                       std::span<const TrafficSums> instructions,
                                                       const AccessMatrix* matrix);

/// The traffic of the lines of one function in a file.
struct FunctionTraffic {
    std::string name;
    std::uint32_t first_line = 0; ///< the first of its executed lines
    TrafficSums sums;
};
/// Returns the functions of the file by their first line. A line whose instructions belong to several
/// functions, as copies of an inlined function do, is counted for each of them with its own instructions.
/// @param instructions  [info.instructions]
[[nodiscard]] std::vector<FunctionTraffic> traffic_by_function(const RecordingInfo& info,
                                                               const FileTraffic& file,
                                                               std::span<const TrafficSums> instructions);

} // namespace hitmap
