#pragma once

#include "app/cli/options/model_options.h"
#include "core/source/source_report.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The numbers of a recording that editors show. Immutable.
struct RecordedNumbers {
    std::string path;        ///< of the recording
    std::string description; ///< which model and caches: one line
    RecordingInfo info;      ///< with its source texts
    std::vector<FileTraffic> files;
    TrafficSums total;
    std::vector<std::string> allocation_labels; ///< [info.allocations]
};

/// Simulates a recording. Throws FileError, UsageError, Error (not enough memory) and Cancelled.
[[nodiscard]] std::shared_ptr<const RecordedNumbers>
simulate_numbers(const std::string& path, const ModelOptions& options, const JobContext& job);

/// Returns the file of the recording whose path has the most components at its end in common with the path of
/// a document; null if not even the names of the files are equal, or if two files are equally good.
[[nodiscard]] const FileTraffic* file_of_document(const RecordedNumbers& numbers, std::string_view path);

/// A line of a document and the traffic of the recorded line that it is.
struct ShownLine {
    std::size_t line = 0; ///< in the document, from 0
    const LineTraffic* traffic = nullptr;
};
/// Returns the lines of the document that have numbers, rising. If the text of the file was recorded, these
/// are the lines before the first and behind the last difference from it, which may have moved; the changed
/// lines between have none.
/// @param text  of the document
[[nodiscard]] std::vector<ShownLine> shown_lines(const RecordedNumbers& numbers, const FileTraffic& file,
                                                 std::string_view text);

} // namespace hitmap
