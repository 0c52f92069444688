#include "render/metric_picture.h"

#include "core/base/error.h"
#include "core/cache/access_outcome.h"
#include "render/offscreen.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <span>
#include <utility>

namespace hitmap {
namespace {

/// Which level a metric's look-ups belong to; null: it does not come from look-ups.
const LevelSums* level_of(const KindSums& sums, Metric metric) {
    switch (metric) {
    case Metric::l1_hit_rate:
    case Metric::l1_misses:
    case Metric::l1_reuse_distance:
    case Metric::l1_cold_misses:
    case Metric::l1_capacity_misses:
    case Metric::l1_conflict_misses:
        return &sums.l1;
    case Metric::l2_hit_rate:
    case Metric::l2_misses:
    case Metric::l2_reuse_distance:
    case Metric::l2_cold_misses:
    case Metric::l2_capacity_misses:
    case Metric::l2_conflict_misses:
        return &sums.l2;
    case Metric::access_count:
    case Metric::access_rate:
    case Metric::access_order:
        break;
    }
    return nullptr;
}

std::string look_up_summary(std::span<const KindSums> totals, Metric metric) {
    std::uint64_t hits = 0;
    std::uint64_t lookups = 0;
    for (const KindSums& sums : totals) {
        hits += level_of(sums, metric)->hits;
        lookups += level_of(sums, metric)->lookups;
    }
    const bool l1 = level_of(totals[0], metric) == &totals[0].l1;
    if (lookups == 0) return fmt::format("no look-ups in {}", l1 ? "L1" : "L2");
    const double whole_hits = static_cast<double>(hits) / hit_unit;
    return fmt::format("{} hit rate {} = {} hits / {} look-ups", l1 ? "L1" : "L2",
                       value_label(whole_hits / static_cast<double>(lookups), ValueStyle::percent),
                       value_label(whole_hits, ValueStyle::count),
                       value_label(static_cast<double>(lookups), ValueStyle::count));
}

} // namespace

ValueStyle value_style_of(Metric metric) {
    if (info_of(metric).is_rate) return ValueStyle::percent;
    return metric == Metric::access_count ? ValueStyle::count : ValueStyle::number;
}

ColourBarText colour_bar_text(Metric metric) {
    const MetricInfo& info = info_of(metric);
    return {std::string(info.title), std::string(info.unit), value_style_of(metric)};
}

ColourBarText difference_bar_text(Metric metric) {
    ColourBarText text = colour_bar_text(metric);
    text.title = "B \u2212 A: " + text.title;
    switch (text.style) {
    case ValueStyle::percent:
        text.style = ValueStyle::percentage_points;
        text.title += " (pp)";
        text.unit = "pp";
        break;
    case ValueStyle::count:
        text.style = ValueStyle::signed_count;
        break;
    default:
        text.style = ValueStyle::signed_number;
    }
    return text;
}

std::string metric_summary(const Profile& profile, const ElementSources& sources, TimeWindow window,
                           Metric metric) {
    const std::vector<KindSums> totals = profile.totals(window);
    const std::array<KindSums, 2> drawn = {totals.at(box_kind), totals.at(face_kind)};
    std::string text = level_of(drawn[0], metric) != nullptr ? look_up_summary(drawn, metric) + "; " : "";
    std::string_view separator;
    for (const ElementKindId kind : {face_kind, box_kind}) {
        const auto number = [](std::uint64_t count) {
            return value_label(static_cast<double>(count), ValueStyle::count);
        };
        text += fmt::format("{}{} of {} {}", separator, number(totals[kind].elements_accessed),
                            number(sources.count(kind, profile.element_count(kind))),
                            element_kinds()[kind].plural);
        separator = ", ";
    }
    return text + " accessed";
}

Image render_metric_picture(const std::shared_ptr<const RecordedScene>& scene, const Profile& profile,
                            const MetricPicture& picture, const JobContext& job) {
    if (!scene) throw Error("the recording has no scene to draw");
    const std::shared_ptr<const PreparedScene> prepared = prepare_scene(scene, job);
    const auto values_of = [&](ElementKindId kind, Metric metric, std::size_t count) {
        const auto values = std::make_shared<std::vector<float>>();
        profile.values(picture.window, kind, metric, *values, job);
        // Allocations may be larger than what the scene says lies in them.
        values->resize(count, std::numeric_limits<float>::quiet_NaN());
        return values;
    };
    const std::size_t face_count = scene->face_slots.size();
    const std::size_t box_count = scene->boxes.size();
    PictureValues shown;
    shown.faces = values_of(face_kind, picture.metric, face_count);
    shown.boxes = values_of(box_kind, picture.metric, box_count);
    if (picture.view.minimum_accesses > 1) {
        shown.face_counts = values_of(face_kind, Metric::access_count, face_count);
        shown.box_counts = values_of(box_kind, Metric::access_count, box_count);
    }

    PictureRequest request;
    request.size = picture.size;
    request.view = picture.view;
    request.bar = colour_bar_text(picture.metric);
    request.caption = picture.caption;
    request.caption.push_back(metric_summary(profile, ElementSources(scene), picture.window, picture.metric));
    if (picture.view.show_boxes)
        request.caption.back() += fmt::format("; boxes of levels {} to {} drawn",
                                              picture.view.box_levels.first, picture.view.box_levels.last);
    request.style = picture.style;
    const std::array<std::span<const float>, 2> values = {*shown.faces, *shown.boxes};
    request.range = make_colour_range(picture.view.range_mode, request.bar.style, data_extent(values),
                                      picture.view.range_min, picture.view.range_max, picture.all_frames);
    return render_values_picture(prepared, shown, std::move(request), picture.histogram, job);
}

Image render_values_picture(const std::shared_ptr<const PreparedScene>& prepared, const PictureValues& values,
                            PictureRequest request, bool histogram, const JobContext& job) {
    constexpr std::size_t bins = 64;
    const std::array<std::span<const float>, 2> shown = {*values.faces, *values.boxes};
    if (histogram) request.histogram = make_histogram(shown, request.range, bins);
    job.begin("drawing");
    const OffscreenContext context;
    SceneRenderer renderer(std::make_shared<SceneGeometry>(prepared));
    renderer.set_values(face_kind, values.faces);
    renderer.set_values(box_kind, values.boxes);
    renderer.set_access_counts(face_kind, values.face_counts);
    renderer.set_access_counts(box_kind, values.box_counts);
    return render_picture(renderer, request, job);
}

} // namespace hitmap
