#pragma once

#include "core/profile/accesses/lane_access.h"
#include "core/profile/accesses/lane_runs.h"
#include "core/report/rows/access_columns.h"
#include "widgets/session/pane.h"
#include "widgets/table/table_model.h"

#include <QtCore/QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// What accesses are listed of: an element, or a byte of global memory. Of a pixel, the accesses of the lanes
/// that serve it, if the recording knows them.
struct AccessSubject {
    std::optional<Selection> element;
    std::optional<std::uint64_t> address;
    friend bool operator==(const AccessSubject&, const AccessSubject&) = default;
};

/// A list of accesses of a simulation. Immutable.
struct ListedAccesses {
    /// A table of the window shows at most this number of accesses.
    static constexpr std::uint64_t most = 20000;

    std::shared_ptr<const Simulation> simulation;
    std::shared_ptr<const LaneRuns> runs; ///< of the recording
    AccessSubject subject;
    FrameRange frames;
    AccessList list;
};

/// Finds the accesses of a subject in some frames. The restriction of the simulation holds.
/// @param runs  those of the recording if they are known already, or null
/// Throws what find_accesses() throws.
[[nodiscard]] std::shared_ptr<const ListedAccesses>
list_accesses(std::shared_ptr<const Simulation> simulation, std::shared_ptr<const LaneRuns> runs,
              const AccessSubject& subject, const FrameRange& frames, const JobContext& job);

/// Runs the model of the simulation again, and returns the results of the accesses. Throws what
/// simulate_accesses() throws.
[[nodiscard]] std::vector<LaneAccessResult> results_of(const ListedAccesses& listed, ThreadPool& pool,
                                                       const JobContext& job);

/// The columns of the table.
[[nodiscard]] std::vector<TableColumn> access_table_columns();
/// @param results  [accesses], or empty if they are not known yet
[[nodiscard]] std::vector<TableRow> access_table_rows(const ListedAccesses& listed,
                                                      const std::vector<LaneAccessResult>& results);

/// "Pixel (3, 4)", "Face 12 · source face 10", "Address 0x1234 · in faces, byte 20 of 480".
[[nodiscard]] QString title_of(const AccessSubject& subject, const OpenRecording& recording);
/// How many accesses there are, and why some columns have no values.
[[nodiscard]] QString note_of(const ListedAccesses& listed);

} // namespace hitmap
