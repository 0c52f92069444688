#pragma once

#include "app/dialogs/sequence_dialog.h"
#include "app/sequence/sequence_pictures.h"
#include "widgets/session/panes/pane.h"

#include <memory>
#include <vector>

namespace hitmap {

/// Returns the range that the colours of a sequence have: "Values of all frames", "1st to 99th percentile".
/// Empty if the pane has no values.
[[nodiscard]] QString range_of_sequence(const Pane& pane, SequenceSubject subject);

/// What the pictures of a sequence of a pane show. It owns everything that drawing needs, so that a job can
/// draw while the pane changes.
class PaneSequence {
public:
    /// @param pane  must have values
    PaneSequence(const Pane& pane, const SequenceChoices& choices);

    /// Returns the number of pictures.
    [[nodiscard]] std::size_t count() const { return states_.size(); }
    /// Returns the pictures, which refer to this object. Throws Error (no OpenGL, no difference), Cancelled.
    [[nodiscard]] std::unique_ptr<SequencePictures> pictures(const JobContext& job) const;

private:
    [[nodiscard]] std::unique_ptr<SequencePictures> of_image(const JobContext& job) const;
    [[nodiscard]] std::unique_ptr<SequencePictures> of_mesh() const;
    [[nodiscard]] std::unique_ptr<SequencePictures> of_mesh_difference() const;
    /// Returns the frames of the other side of a difference in a picture.
    [[nodiscard]] FrameRange other_frames(const FrameRange& others, const ViewState& state) const;

    std::shared_ptr<const FrameValues> values_;
    FrameRange shown_; ///< the frames that the pane shows
    WantedImage image_;
    Library* library_;
    std::vector<ViewState> states_;
    SequenceLook look_;
};

} // namespace hitmap
