#pragma once

#include "core/report/rows/source_columns.h"
#include "core/source/source_report.h"
#include "core/source/source_text.h"
#include "widgets/session/recording/library.h"

#include <QtCore/QString>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// A source file as the panel shows it.
struct ShownFile {
    FileTraffic traffic;
    TextOrigin origin = TextOrigin::none;
    QString path;               ///< of the text if it is of this machine
    std::vector<QString> lines; ///< of the text; empty if there is none
    /// [line, from 1] functions whose headers were found in the text, and their sums
    std::map<std::uint32_t, FunctionTraffic> functions;
};

/// The matrix of lines by allocations. Its rows and columns are those of the whole recording, so that they
/// stay while frames change.
struct SourceMatrix {
    TimeWindow served;              ///< of the cells
    std::vector<FileTraffic> whole; ///< with the cells of the whole recording
    std::vector<FileTraffic> files; ///< the same files and lines, with the cells of the window
};

/// Everything that the source panel shows. Made by a job.
struct SourceData {
    std::shared_ptr<const Simulation> simulation;
    TimeWindow asked;
    TimeWindow served;
    SourceFolders folders;    ///< where texts were looked for that are not recorded
    bool knows_lines = false; ///< the model counts requests
    TrafficSums total;        ///< of the window
    std::vector<ShownFile> files;
    SourceMatrix matrix;                        ///< empty if the model does not know lines
    std::vector<std::string> allocation_labels; ///< [info.allocations]
};

/// @param simulation  not null
/// @param folders     of sources, named by the user, besides that of the recording
[[nodiscard]] SourceData make_source_data(std::shared_ptr<const Simulation> simulation, TimeWindow window,
                                          const SourceFolders& folders, const JobContext& job);

/// Returns the line, from 1, of the header of a function: the last one up to `first_line` that has the name
/// before a parenthesis; 0 if there is none.
[[nodiscard]] std::uint32_t header_of_function(const std::vector<QString>& lines, const std::string& name,
                                               std::uint32_t first_line);

/// The columns beside the text, in their order.
[[nodiscard]] const ReportColumns<SourceRow>& gutter_columns();
[[nodiscard]] SourceRow row_of_line(const LineTraffic& line, const TrafficSums& total);

} // namespace hitmap
