#include "core/analysis/regions/scene_regions.h"

#include "core/analysis/regions/face_regions.h"
#include "core/analysis/regions/face_size.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace hitmap {

bool has_regions(const RecordedScene& scene, ColourBy by) {
    if (by == ColourBy::instance) return !scene.instance_faces.empty();
    if (by != ColourBy::box) return true;
    return !scene.box_parent.empty() &&
           std::ranges::any_of(scene.boxes, [](const Aabb& box) { return box.lower != box.upper; });
}

std::string_view needed_for(ColourBy by) {
    if (by == ColourBy::instance) return "a recording that says which faces belong to which instance";
    return by == ColourBy::box ? "a recording that says which box is below which" : "a recording with faces";
}

SceneRegions::SceneRegions(std::shared_ptr<const RecordedScene> scene, const Camera& camera)
    : scene_(std::move(scene)),
      face_size_(scene_->face_slots.size() < fewest_faces ? std::numeric_limits<double>::infinity()
                                                          : median_face_size(*scene_, camera)) {}

ColourBy SceneRegions::chosen(ColourBy by, int shorter_side) const {
    if (!has(by)) return ColourBy::face;
    if (by != ColourBy::automatic) return by;
    return face_size_ * shorter_side < smallest_face ? ColourBy::patch : ColourBy::face;
}

FaceColours SceneRegions::colours(ColourBy by, int shorter_side, const JobContext& job) const {
    const ColourBy chosen_by = chosen(by, shorter_side);
    if (chosen_by == ColourBy::face) return {};
    const auto make = [&] {
        return std::make_shared<const ElementRegions>(face_regions(*scene_, chosen_by, job));
    };
    return {chosen_by, made_[static_cast<std::size_t>(chosen_by)].get(make, job)};
}

} // namespace hitmap
