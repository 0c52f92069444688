#pragma once

#include "core/cache/results/traffic_sums.h"
#include "core/trace/model/recording.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// "FILE:LINE"; "not known" where the file is empty.
[[nodiscard]] std::string source_line_name(std::string_view file, std::uint32_t line);

/// The instructions of one source line.
struct SourceLine {
    std::string file; ///< empty: not known
    std::uint32_t line = 0;
    /// As it is written for people, in every table: without the folders of the file, unless files of the
    /// recording have the same name in several of them; "not known" where the file is.
    std::string name;
    std::vector<std::uint32_t> instructions; ///< rising
};
/// By file and line.
[[nodiscard]] std::vector<SourceLine> source_lines(const RecordingInfo& info);

/// The instructions of one source line, added up.
struct SourceLineSums {
    std::string file; ///< empty: not known
    std::uint32_t line = 0;
    std::string name; ///< as that of a SourceLine
    TrafficSums sums;
    std::vector<std::uint32_t> instructions; ///< of the line, rising
};
/// By file and line. Lines whose instructions were never executed are left out, unless `idle_too`.
/// @param instructions  [info.instructions]
[[nodiscard]] std::vector<SourceLineSums>
sums_by_line(const RecordingInfo& info, std::span<const TrafficSums> instructions, bool idle_too = false);

/// The lines of the sources that a recording has.
class SourceTexts {
public:
    /// `info` outlives it.
    explicit SourceTexts(const RecordingInfo& info);
    /// Without white space around it; empty where the recording does not have it.
    [[nodiscard]] std::string_view line(const std::string& file, std::uint32_t line) const;

private:
    std::map<std::string, std::vector<std::string_view>> files_; ///< their lines
};

} // namespace hitmap
