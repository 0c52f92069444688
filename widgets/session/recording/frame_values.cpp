#include "widgets/session/recording/frame_values.h"

#include "core/profile/models/scene_match.h"
#include "core/profile/models/window_of_work.h"
#include "render/picture/metric_picture.h"
#include "widgets/base/format.h"

#include <utility>

namespace hitmap {

std::string frames_name(const FrameRange& frames) {
    return frames_name(frames.total, frames.first, frames.count);
}

QString frames_in_file_name(const FrameRange& frames) {
    const QString first = QString::number(frames.first);
    const QString shown =
        frames.count == 1 ? first : QStringLiteral("%1-%2").arg(first).arg(frames.first + frames.count - 1);
    return QStringLiteral("%1-of-%2").arg(shown).arg(frames.total);
}

namespace {

/// Finds the other side of the requested difference and matches the elements.
DifferenceSides sides_of(const WantedValues& request, const JobContext& job) {
    DifferenceSides sides;
    sides.letters = request.letters;
    sides.own = request.own;
    sides.other = request.reference;
    sides.other_frames = clamped(request.reference_frames);
    sides.match = request.match;
    sides.refusal = difference_refusal(request.metric, request.simulation->model, request.reference->model,
                                       request.letters);
    sides.other_window = frame_range_window(request.reference->profile->positions(), sides.other_frames);
    const FrameRange own_frames = clamped(request.frames);
    sides.same_work =
        is_same_work(window_of_work(request.simulation->recording->info(),
                                    frame_range_window(request.simulation->profile->positions(), own_frames)),
                     window_of_work(request.reference->recording->info(), sides.other_window),
                     matched_by(own_frames, sides.other_frames));
    const auto& own = request.simulation->recording->scene;
    const auto& other = request.reference->recording->scene;
    const auto& a = request.own == Side::baseline ? own : other;
    const auto& b = request.own == Side::baseline ? other : own;
    if (sides.match == nullptr || !sides.match->is_of(a, b, request.letters))
        sides.match = std::make_shared<const SceneMatch>(a, b, request.letters, job);
    return sides;
}

FaceColours colours_of(const WantedValues& request, const JobContext& job) {
    const ColourBy by = chosen_colours(request);
    if (by == ColourBy::face) return {};
    return request.simulation->recording->regions->colours(by, SceneRegions::usual_side, job);
}

/// Computes the values of a kind. Pixels have no look-ups: they show their access order, and no difference.
ElementValues values_of(const WantedValues& request, const FrameValues& frame, ElementKindId kind,
                        const JobContext& job) {
    const ComparedWindow own{*request.simulation->profile, frame.window};
    if (!element_kinds()[kind].has_look_ups) {
        auto order = std::make_shared<std::vector<float>>();
        own.profile.values(own.window, kind, "access-order"_metric, *order, job);
        return {std::move(order), nullptr, {}, {}};
    }
    const ElementRegions* const regions = frame.colours.regions.get();
    if (!frame.difference)
        return element_values(own, kind, request.metric, request.access_counts, regions, job);
    const DifferenceSides& sides = frame.sides;
    const ComparedWindow other{*sides.other->profile, sides.other_window};
    const bool is_baseline = sides.own == Side::baseline;
    const ComparedElements compared{
        *sides.match, is_baseline ? own : other, is_baseline ? other : own, sides.own, sides.refusal,
        regions};
    return difference_of_elements(compared, kind, request.metric, request.access_counts, job);
}

std::optional<DrawnPart> part_of(const WantedValues& request, TimeWindow window, const JobContext& job) {
    const Simulation& simulation = *request.simulation;
    const OpenRecording& recording = *simulation.recording;
    const auto& scene = recording.scene;
    if (scene == nullptr) return std::nullopt;
    DrawnPart part{std::nullopt, known_ranges(simulation, request.ranges), scene};
    if (recording.tree != nullptr) part.subtree = request.subtree;
    if (!part.subtree && part.ranges.empty()) return std::nullopt;
    if (depend_on_time(part.ranges)) {
        part.profile = simulation.profile;
        part.window = window;
    }
    if (request.part && request.part->is_same(part)) return request.part;
    if (part.subtree) {
        const auto shape = recording.tree->get(job);
        part.elements = scene_part(shape->tree, shape->leaves, *part.subtree, job);
        if (part.elements == nullptr) part.subtree.reset(); // the tree does not have the box
    }
    part.chosen = chosen_elements(scene_in_time(simulation, window), part.ranges, job);
    part.elements = part_within(*scene, part.elements, part.chosen.get());
    return part.elements != nullptr ? std::optional(std::move(part)) : std::nullopt;
}

} // namespace

ColourBy chosen_colours(const WantedValues& request) {
    const auto& regions = request.simulation->recording->regions;
    if (regions == nullptr || !request.draws_faces || info_of(request.metric.quantity).term)
        return ColourBy::face;
    return regions->chosen(request.colour_by, SceneRegions::usual_side);
}

std::vector<ElementRange> known_ranges(const Simulation& simulation, std::vector<ElementRange> chosen) {
    if (simulation.recording->scene == nullptr) return {};
    const SceneInTime in_time = scene_in_time(simulation);
    std::erase_if(chosen, [&](const ElementRange& range) { return !has_quantity(in_time, *range.quantity); });
    return chosen;
}

std::shared_ptr<const FrameValues> frame_values(const WantedValues& request, const JobContext& job) {
    const Profile& profile = *request.simulation->profile;
    auto result = std::make_shared<FrameValues>();
    result->simulation = request.simulation;
    result->metric = request.metric;
    result->frames = clamped(request.frames);
    result->positions = profile.positions();
    result->window = frame_range_window(result->positions, result->frames);
    result->difference = request.reference != nullptr;
    if (result->difference) result->sides = sides_of(request, job);
    result->part = part_of(request, result->window, job);
    result->colours = colours_of(request, job);
    const std::vector<KindSums> totals = profile.totals(result->window);
    result->counting = counting_of(request.simulation->model, request.simulation->config.only);
    result->headline = headline_of(profile, result->counting, result->window, totals);
    const auto& scene = request.simulation->recording->scene;
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind) {
        KindValues entry{values_of(request, *result, kind, job), 0, {}};
        if (scene != nullptr && element_kinds()[kind].geometry)
            fit_to_scene(entry, kind, *scene, result->difference);
        entry.totals = totals.at(kind);
        entry.accessed = entry.totals.elements_accessed;
        result->kinds[kind] = std::move(entry);
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

ColourBarText bar_text_of(const FrameValues& values, const View& view) {
    if (!values.difference)
        return with_regions(colour_bar_text(values.metric, values.simulation->config.only), values.colours,
                            view);
    ColourBarText text = difference_bar_text(values.metric, values.sides.letters, values.sides.same_work);
    const std::string refusal = values.refusals().of(view);
    if (!refusal.empty()) text.refusal = "no difference: " + refusal;
    return with_regions(std::move(text), values.colours, view);
}

} // namespace hitmap
