#pragma once

#include "app/sequence/sequence_pictures.h"
#include "core/profile/models/scene_match.h"
#include "render/elements/prepared_scene.h"
#include "render/picture/metric_picture.h"
#include "render/view/metric_caption.h"

#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// Pictures of a metric on the mesh of one recording.
class MeshPictures final : public SequencePictures {
public:
    /// @param side    its frames are those of the states
    /// @param states  at least one; all have the same metric
    /// Throws Error (no OpenGL).
    MeshPictures(std::shared_ptr<const PreparedScene> prepared, const PictureSide& side,
                 std::vector<ViewState> states, SequenceLook look);

    [[nodiscard]] std::size_t count() const override { return states_.size(); }
    void measure(const JobContext& job) override;
    [[nodiscard]] Image draw(std::size_t picture, const JobContext& job) override;
    [[nodiscard]] std::vector<ColourMark> marks() const override;

private:
    PictureSide side_;
    std::vector<ViewState> states_;
    SequenceLook look_;
    std::optional<DataExtent> all_frames_;
    ScenePictures pictures_;
};

/// One picture of a sequence of differences.
struct DifferenceState {
    ViewState state;     ///< its frames are those of A
    FrameRange compared; ///< those of B
};

/// Pictures of a difference, on the mesh of one of its sides.
class MeshDifferencePictures final : public SequencePictures {
public:
    /// What the pictures show. The frames of its sides are those of the states.
    struct Subject {
        PictureSide baseline; ///< A
        PictureSide compared; ///< B
        SideLetters letters{};
        Side shown_on = Side::baseline;
        std::shared_ptr<const SceneMatch> match{}; ///< null: it is made
    };
    /// @param prepared  the scene of the side that shows the difference
    /// @param states    at least one; all have the same metric
    /// Throws Error (no OpenGL).
    MeshDifferencePictures(std::shared_ptr<const PreparedScene> prepared, const Subject& subject,
                           std::vector<DifferenceState> states, SequenceLook look);

    [[nodiscard]] std::size_t count() const override { return states_.size(); }
    void measure(const JobContext& job) override;
    [[nodiscard]] Image draw(std::size_t picture, const JobContext& job) override;
    [[nodiscard]] std::vector<ColourMark> marks() const override;

private:
    [[nodiscard]] DifferencePicture picture_of(const DifferenceState& shown) const;

    Subject subject_;
    std::vector<DifferenceState> states_;
    SequenceLook look_;
    std::optional<DataExtent> all_frames_;
    ScenePictures pictures_;
};

} // namespace hitmap
