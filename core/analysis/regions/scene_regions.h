#pragma once

#include "core/analysis/regions/colour_by.h"
#include "core/geometry/camera.h"
#include "core/jobs/made_once.h"
#include "core/profile/query/element_regions.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>

namespace hitmap {

/// What the faces of a picture have their colours from.
struct FaceColours {
    ColourBy by = ColourBy::face;                    ///< not automatic
    std::shared_ptr<const ElementRegions> regions{}; ///< null: each face has its own

    [[nodiscard]] bool by_region() const { return regions != nullptr; }
};

/// Whether a scene has the regions: those of boxes, if it says which box is below which, and boxes are more
/// than points; those of instances, if it says which faces belong to which.
[[nodiscard]] bool has_regions(const RecordedScene& scene, ColourBy by);
/// What a scene without the regions lacks: "a recording that says which box is below which".
[[nodiscard]] std::string_view needed_for(ColourBy by);

/// The regions of the faces of a scene, which are made when they are needed first. Thread-safe.
class SceneRegions {
public:
    /// Automatic colours are those of single faces in meshes with fewer faces, whose patches would be too few
    /// to show where something is.
    static constexpr std::size_t fewest_faces = 20'000;
    /// They are those of single faces if the median face is at least that large, too.
    static constexpr double smallest_face = 2.0; ///< pixels, as median_face_size() measures

    /// The shorter side in pixels of a picture whose size is not known.
    static constexpr int usual_side = 720;

    /// @param scene   not null
    /// @param camera  from which the scene is shown first; normalised. Automatic colours are decided for it,
    ///                so that they do not change while a camera moves
    SceneRegions(std::shared_ptr<const RecordedScene> scene, const Camera& camera);

    /// has_regions() of the scene.
    [[nodiscard]] bool has(ColourBy by) const { return has_regions(*scene_, by); }

    /// Returns what faces are coloured by in a picture; not automatic. Regions that the scene
    /// does not have become faces.
    /// @param shorter_side  of the picture in pixels
    [[nodiscard]] ColourBy chosen(ColourBy by, int shorter_side) const;
    /// Returns chosen() with its regions. Throws Cancelled.
    [[nodiscard]] FaceColours colours(ColourBy by, int shorter_side, const JobContext& job = {}) const;

private:
    std::shared_ptr<const RecordedScene> scene_;
    double face_size_; ///< median_face_size(), where automatic colours depend on it
    mutable std::array<MadeOnce<ElementRegions>, colour_by_table.size()> made_;
};

} // namespace hitmap
