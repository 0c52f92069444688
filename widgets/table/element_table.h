#pragma once

#include "core/profile/models/headline.h"
#include "core/profile/models/worst_elements.h"
#include "core/trace/elements/element_source.h"
#include "widgets/session/panes/pane.h"
#include "widgets/table/table_model.h"

#include <QtCore/QString>

#include <vector>

namespace hitmap {

/// The numbers of one element for a frame and for the whole recording.
struct ElementSummary {
    ElementSums frame;
    ElementSums whole;
    std::uint64_t frame_accesses = 0; ///< number of positions in the frame
    std::uint64_t whole_accesses = 0;
    ProfileCapabilities known{}; ///< what the profile knows; undefined are the other numbers
};

/// The columns are: quantity, this frame, whole recording.
[[nodiscard]] std::vector<TableColumn> element_columns();
/// @param has_look_ups  whether elements of this kind have look-ups; others have accesses only
[[nodiscard]] std::vector<TableRow> element_rows(const ElementSummary& element, bool has_look_ups);

/// "Face 1,234 · source face 1,200"
[[nodiscard]] QString element_title(const ElementSources& sources, const Selection& element);
/// Location: the corners of a face, the bounds and level of a box, or the coordinates of a pixel, with one
/// line each. Empty for elements that the scene does not have.
[[nodiscard]] QString element_place(const RecordedScene& scene, const Selection& element);

/// @param level  0: L1, 1: L2
[[nodiscard]] std::vector<TableColumn> worst_columns(std::size_t level = 0);
/// Title of the column of shares: "Of L1 misses".
[[nodiscard]] TableColumn share_column(std::size_t level);
/// Explains the shares: "Shares are of the 403,614 L1 misses of faces, boxes and pixels in these frames,
/// counted in sectors of elements."
/// @param all    sums of all kinds of elements in the level
/// @param whole  whether they are of the whole recording and not of the frames
[[nodiscard]] QString share_note(const LevelSums& all, std::size_t level, Counted counted, bool whole);
/// @param counts_accesses  ProfileCapabilities::counts_accesses
[[nodiscard]] std::vector<TableRow> worst_rows(const std::vector<WorstElement>& worst,
                                               const ElementSources& sources, ElementKindId kind,
                                               std::size_t level, bool counts_accesses = true);

} // namespace hitmap
