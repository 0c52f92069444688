#include "widgets/frame_values.h"

#include "core/profile/comparison.h"
#include "core/profile/scene_match.h"
#include "render/metric_picture.h"
#include "widgets/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace hitmap {

QString frame_text(const FrameRange& frames) {
    const QString first = QString::number(frames.f);
    if (frames.n == 1) return first;
    return QStringLiteral("%1–%2").arg(first).arg(frames.f + frames.n - 1);
}

namespace {

/// The two sides of the difference that is asked for.
DifferenceSides sides_of(const ValuesRequest& request, const JobContext& job) {
    DifferenceSides sides{
        request.letters, request.own, request.reference, clamped(request.reference_frames), {}, {},
        request.match};
    if (info_of(request.metric).needs_lookups)
        sides.refusal = counting_refusal(counting_of(request.simulation->model).elements,
                                         counting_of(request.reference->model).elements, request.letters);
    sides.other_window = frame_range_window(request.reference->profile->positions(), sides.other_frames);
    const auto& own = request.simulation->recording->scene;
    const auto& other = request.reference->recording->scene;
    const auto& a = request.own == Side::baseline ? own : other;
    const auto& b = request.own == Side::baseline ? other : own;
    if (sides.match == nullptr || !sides.match->is_of(a, b, request.letters))
        sides.match = std::make_shared<const SceneMatch>(a, b, request.letters, job);
    return sides;
}

/// Where elements are not the same, it does not matter what is counted.
const std::string& refusal_of(const DifferenceSides& sides, ElementKindId kind) {
    return sides.match->matches(kind) ? sides.refusal : sides.match->refusal(kind);
}

/// Values of a kind that takes part in the difference.
std::vector<float> difference_values(const ValuesRequest& request, const FrameValues& frame,
                                     ElementKindId kind, const JobContext& job) {
    const DifferenceSides& sides = frame.sides;
    const ComparedWindow own{*request.simulation->profile, frame.window};
    const ComparedWindow other{*sides.other->profile, sides.other_window};
    const bool is_baseline = sides.own == Side::baseline;
    DifferenceValues difference;
    metric_difference(*sides.match, is_baseline ? own : other, is_baseline ? other : own, kind,
                      request.metric, sides.own, difference, job);
    return std::move(difference.values);
}

} // namespace

std::shared_ptr<const FrameValues> frame_values(const ValuesRequest& request, const JobContext& job) {
    const Profile& profile = *request.simulation->profile;
    auto result = std::make_shared<FrameValues>();
    result->simulation = request.simulation;
    result->metric = request.metric;
    result->frames = clamped(request.frames);
    result->positions = profile.positions();
    result->window = frame_range_window(result->positions, result->frames);
    result->difference = request.reference != nullptr;
    result->counting = counting_of(request.simulation->model, request.simulation->config.only);
    if (result->difference) result->sides = sides_of(request, job);
    const SceneMatch* match = result->sides.match.get();
    const std::vector<KindSums> totals = profile.totals(result->window);
    result->headline = headline_of(profile, result->counting, result->window, totals);
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind) {
        const bool has_look_ups = element_kinds()[kind].has_look_ups;
        auto values = std::make_shared<std::vector<float>>();
        KindValues entry;
        const bool difference = match != nullptr && has_look_ups;
        if (difference) entry.refusal = refusal_of(result->sides, kind);
        if (difference && entry.refusal.empty()) {
            *values = difference_values(request, *result, kind, job);
        } else {
            const Metric metric = has_look_ups ? request.metric : Metric::access_order;
            profile.values(result->window, kind, metric, *values, job);
        }
        if (!entry.refusal.empty()) std::ranges::fill(*values, std::numeric_limits<float>::quiet_NaN());
        if (request.access_counts && has_look_ups) {
            auto counts = std::make_shared<std::vector<float>>();
            profile.values(result->window, kind, Metric::access_count, *counts, job);
            entry.access_counts = std::move(counts);
        }
        entry.totals = totals.at(kind);
        entry.accessed = entry.totals.elements_accessed;
        if (has_look_ups)
            entry.extent = match != nullptr ? difference_extent(*values) : robust_extent(*values);
        entry.values = std::move(values);
        result->kinds.push_back(std::move(entry));
    }
    return result;
}

bool same_difference(const FrameValues& a, const FrameValues& b) {
    if (a.difference != b.difference) return false;
    return !a.difference || a.sides.letters == b.sides.letters;
}

ValueStyle style_of(const FrameValues& values) {
    return values.difference ? difference_bar_text(values.metric).style : value_style_of(values.metric);
}

std::string FrameValues::refusal(const View& view) const {
    const std::string& of_faces = refusal(face_kind);
    const std::string& of_boxes = refusal(box_kind);
    // A view that draws neither has the range of both.
    const bool faces = view.show_faces || !view.show_boxes;
    const bool boxes = view.show_boxes || !view.show_faces;
    if ((faces && of_faces.empty()) || (boxes && of_boxes.empty())) return {};
    return faces ? of_faces : of_boxes;
}

ColourBarText bar_text_of(const FrameValues& values, const View& view) {
    if (!values.difference) return colour_bar_text(values.metric);
    ColourBarText text = difference_bar_text(values.metric, values.sides.letters);
    const std::string refusal = values.refusal(view);
    if (!refusal.empty()) text.refusal = fmt::format("no difference: {}", refusal);
    return text;
}

} // namespace hitmap
