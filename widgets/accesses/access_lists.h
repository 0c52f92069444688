#pragma once

#include "core/profile/elements/lane_access.h"
#include "core/profile/elements/lane_runs.h"
#include "core/report/rows/access_columns.h"
#include "widgets/session/panes/pane.h"
#include "widgets/table/row_source.h"
#include "widgets/table/table_model.h"

#include <QtCore/QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// A list of accesses of a simulation. Immutable.
struct ListedAccesses {
    /// The table shows at most this number of accesses, which take up to 130 MB of memory with their results.
    static constexpr std::uint64_t most = 1'000'000;
    /// At most this number of rows is shown while the others are searched.
    static constexpr std::uint64_t first = 200;

    std::shared_ptr<const Simulation> simulation;
    std::shared_ptr<const LaneRuns> runs; ///< of the recording
    AccessSubject subject;
    FrameRange frames;
    AccessList list;
};

enum class ListPart : bool { first, all };

/// Finds the accesses of a subject in some frames, or the first ones of them. The restriction of the
/// simulation holds.
/// Throws what find_accesses() throws.
[[nodiscard]] std::shared_ptr<const ListedAccesses>
list_accesses(std::shared_ptr<const Simulation> simulation, const AccessSubject& subject,
              const FrameRange& frames, ListPart part, ThreadPool& pool, const JobContext& job);

/// Whether accesses of pixels are found faster in a copy of the requests (OpenRecording::by_sm).
[[nodiscard]] bool gains_from_copy(const OpenRecording& recording, const LaneRuns& runs);

/// Runs the model of the simulation again, and returns the results of the accesses. Throws what
/// simulate_accesses() throws.
[[nodiscard]] std::vector<LaneAccessResult> results_of(const ListedAccesses& listed, ThreadPool& pool,
                                                       const JobContext& job);

/// Returns what identifies the access of a row.
[[nodiscard]] AccessKey key_of(const AccessList& list, std::size_t row);
/// Returns the row of an access; no value if the list does not have it.
[[nodiscard]] std::optional<std::size_t> row_of(const AccessList& list, const AccessKey& key);
/// Returns the distinct boxes and faces of rows 0..row.
[[nodiscard]] std::vector<Highlight> visited_until(const AccessList& list, std::size_t row);

/// The columns of the table.
[[nodiscard]] std::vector<TableColumn> access_table_columns();
/// Returns the rows of the table, which keep the list.
/// @param results  [accesses], or empty if they are not known yet
[[nodiscard]] std::shared_ptr<const RowSource> access_table_rows(std::shared_ptr<const ListedAccesses> listed,
                                                                 std::vector<LaneAccessResult> results);

/// "Pixel (3, 4)", "Face 12 · source face 10", "Address 0x1234 · in faces, byte 20 of 480, face 3".
[[nodiscard]] QString title_of(const AccessSubject& subject, const OpenRecording& recording);
/// How many accesses there are, and why some columns have no values.
[[nodiscard]] QString note_of(const ListedAccesses& listed);

/// Reads "0x7f00" or "32512", a byte of memory, and "0x7f00/128", the line of 128 bytes that contains it. The
/// length of a line is a power of two up to 4096. No value if the text is none of these.
[[nodiscard]] std::optional<ByteRange> byte_range_of(const QString& text);
/// Returns the line of `bytes` bytes, a power of two, that contains the address.
[[nodiscard]] ByteRange line_at(std::uint64_t address, std::uint64_t bytes);

} // namespace hitmap
