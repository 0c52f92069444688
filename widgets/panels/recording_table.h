#pragma once

#include "widgets/session/recording/open_recording.h"
#include "widgets/table/table_model.h"

#include <vector>

namespace hitmap {

/// Facts about a recording: values, and the origin of each (recorded, derived, assumed).
[[nodiscard]] std::vector<TableColumn> fact_columns();
[[nodiscard]] std::vector<TableRow> fact_rows(const OpenRecording& recording);

[[nodiscard]] std::vector<TableColumn> allocation_columns();
[[nodiscard]] std::vector<TableRow> allocation_rows(const RecordingInfo& info);

} // namespace hitmap
