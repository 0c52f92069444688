#include "render/view/element_values.h"

#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

#include <limits>
#include <tuple>
#include <utility>

namespace hitmap {

namespace {

std::shared_ptr<std::vector<float>> values_of(const ComparedWindow& side, ElementKindId kind, Metric metric,
                                              const JobContext& job) {
    auto values = std::make_shared<std::vector<float>>();
    side.profile.values(side.window, kind, metric, *values, job);
    return values;
}

std::shared_ptr<const std::vector<float>> with_size(const std::shared_ptr<const std::vector<float>>& values,
                                                    std::size_t count) {
    if (values == nullptr || values->size() == count) return values;
    auto copy = std::make_shared<std::vector<float>>(*values);
    copy->resize(count, std::numeric_limits<float>::quiet_NaN());
    return copy;
}

} // namespace

ElementValues element_values(const ComparedWindow& side, ElementKindId kind, Metric metric,
                             bool access_counts, const JobContext& job) {
    ElementValues shown;
    shown.values = values_of(side, kind, metric, job);
    shown.extent = robust_extent(*shown.values);
    if (access_counts) shown.access_counts = values_of(side, kind, "access-count"_metric, job);
    return shown;
}

ElementValues difference_of_elements(const ComparedElements& sides, ElementKindId kind, Metric metric,
                                     bool access_counts, const JobContext& job) {
    const ComparedWindow& own = sides.shown_on == Side::baseline ? sides.a : sides.b;
    ElementValues shown;
    shown.refusal = sides.match.matches(kind) ? sides.refusal : sides.match.refusal(kind);
    if (shown.refusal.empty()) {
        DifferenceValues difference;
        metric_difference(sides.match, sides.a, sides.b, kind, metric, sides.shown_on, difference, job);
        shown.extent = difference_extent(difference.values);
        shown.values = std::make_shared<const std::vector<float>>(std::move(difference.values));
    } else {
        shown.values = std::make_shared<const std::vector<float>>(own.profile.element_count(kind),
                                                                  std::numeric_limits<float>::quiet_NaN());
    }
    if (access_counts) shown.access_counts = values_of(own, kind, "access-count"_metric, job);
    return shown;
}

void fit_to_scene(ElementValues& shown, ElementKindId kind, const RecordedScene& scene, bool is_difference) {
    const std::size_t count = kind == face_kind ? scene.face_slots.size() : scene.boxes.size();
    if (shown.values->size() == count) return;
    shown.values = with_size(shown.values, count);
    shown.access_counts = with_size(shown.access_counts, count);
    shown.extent = is_difference ? difference_extent(*shown.values) : robust_extent(*shown.values);
}

std::string KindRefusals::of(const View& view) const {
    const bool draws_faces = view.show_faces || !view.show_boxes;
    const bool draws_boxes = view.show_boxes || !view.show_faces;
    if ((draws_faces && faces.empty()) || (draws_boxes && boxes.empty())) return {};
    return draws_faces ? faces : boxes;
}

std::vector<std::string> KindRefusals::lines(const View& view) const {
    std::vector<std::string> lines;
    for (const auto& [kind, drawn, refusal] :
         {std::tuple(face_kind, view.show_faces, &faces), std::tuple(box_kind, view.show_boxes, &boxes)})
        if (drawn && !refusal->empty())
            lines.push_back(fmt::format("no difference of {}: {}", element_kinds()[kind].plural, *refusal));
    return lines;
}

} // namespace hitmap
