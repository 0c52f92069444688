#pragma once

#include "core/cache/results/traffic_sums.h"
#include "core/trace/model/recording.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// "FILE:LINE", or "not known" if the file is empty.
[[nodiscard]] std::string source_line_name(std::string_view file, std::uint32_t line);

/// The instructions of one source line.
struct SourceLine {
    std::string file; ///< empty if not known
    std::uint32_t line = 0;
    /// The name for users in every table: without the folders of the file, unless several files of the
    /// recording have this file name; "not known" if the file is not known.
    std::string name;
    std::vector<std::uint32_t> instructions; ///< rising
};
/// Returns all source lines, sorted by file and line.
[[nodiscard]] std::vector<SourceLine> source_lines(const RecordingInfo& info);

/// The instructions of one source line and their sums.
struct SourceLineSums {
    std::string file; ///< empty if not known
    std::uint32_t line = 0;
    std::string name; ///< see SourceLine::name
    TrafficSums sums;
    std::vector<std::uint32_t> instructions; ///< instructions of the line, in ascending order
};
/// Returns the sums sorted by file and line. Without `idle_too`, lines whose instructions were never executed
/// are left out.
/// @param instructions  [info.instructions]
[[nodiscard]] std::vector<SourceLineSums>
sums_by_line(const RecordingInfo& info, std::span<const TrafficSums> instructions, bool idle_too = false);

/// The texts of source lines in a recording.
class SourceTexts {
public:
    /// `info` must outlive the object.
    explicit SourceTexts(const RecordingInfo& info);
    /// Returns the line without surrounding white space; empty if the recording does not have it.
    [[nodiscard]] std::string_view line(const std::string& file, std::uint32_t line) const;

private:
    std::map<std::string, std::vector<std::string_view>> files_; ///< [file] its lines
};

} // namespace hitmap
