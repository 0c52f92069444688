#include "render/metric_picture.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/cache/access_outcome.h"
#include "core/profile/metric_level.h"
#include "core/profile/outcome_sums.h"
#include "render/offscreen.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace hitmap {
namespace {

/// "80.2 % = 802 hits / 1 000 sectors of elements".
std::string rate_summary(const LevelSums& sums, const std::string& counted) {
    const double hits = static_cast<double>(sums.hits) / hit_unit;
    const auto lookups = static_cast<double>(sums.lookups);
    return fmt::format("{} = {} hits / {} {}", value_label(hits / lookups, ValueStyle::percent),
                       grouped_text(hits_text(hits, lookups), "\u2009"),
                       value_label(lookups, ValueStyle::count), counted);
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

ColourBarText difference_bar_text(Metric metric, const SideLetters& letters) {
    ColourBarText text = colour_bar_text(metric);
    text.letters = letters;
    text.title = difference_name(letters) + ": " + text.title;
    const auto better = better_side(metric, 1.0);
    text.note = better ? fmt::format("above 0: {} is better", letters.of(*better))
                       : fmt::format("above 0: more in {}", letters.compared);
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

std::vector<std::string> metric_summary(const Profile& profile, const CountedAs& counting,
                                        const ElementSources& sources, TimeWindow window, Metric metric) {
    const std::vector<KindSums> totals = profile.totals(window);
    std::string accessed;
    for (const ElementKindId kind : {face_kind, box_kind}) {
        const auto number = [](std::uint64_t count) {
            return value_label(static_cast<double>(count), ValueStyle::count);
        };
        accessed += fmt::format(
            "{}{} of {} {}", accessed.empty() ? "" : ", ", number(totals[kind].elements_accessed),
            number(sources.count(kind, profile.element_count(kind))), element_kinds()[kind].plural);
    }
    accessed += " accessed";
    KindSums drawn = totals.at(box_kind);
    drawn += totals.at(face_kind);
    const std::optional<std::size_t> of_level = level_of(metric);
    if (!of_level) return {accessed};

    const Headline headline = headline_of(profile, counting, window, totals);
    const bool l1 = *of_level == 0;
    const LevelSums& all = l1 ? headline.l1 : headline.l2;
    const std::string_view level = l1 ? "L1" : "L2";
    if (all.lookups == 0) return {fmt::format("no look-ups in {}; {}", level, accessed)};
    std::string first =
        fmt::format("{} hit rate {}", level, rate_summary(all, counted_text(headline, window)));
    const LevelSums& own = l1 ? drawn.l1 : drawn.l2;
    if (own.lookups == 0 || (own.hits == all.hits && own.lookups == all.lookups))
        return {first + "; " + accessed};
    return {std::move(first),
            fmt::format("faces and boxes alone {}; {}",
                        rate_summary(own, std::string(info_of(counting.elements).title)), accessed)};
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
    request.view.range_mode = range_mode_for(picture.view, {picture.metric});
    request.bar = colour_bar_text(picture.metric);
    request.caption = picture.caption;
    for (std::string& line :
         metric_summary(profile, picture.counting, ElementSources(scene), picture.window, picture.metric))
        request.caption.push_back(std::move(line));
    if (picture.view.show_boxes)
        request.caption.back() += fmt::format("; boxes of levels {} to {} drawn",
                                              picture.view.box_levels.first, picture.view.box_levels.last);
    request.style = picture.style;
    const auto extent = drawn_extent(picture.view, robust_extent(*shown.faces), robust_extent(*shown.boxes));
    request.range = make_colour_range(request.view.range_mode, request.bar.style, extent,
                                      picture.view.range_min, picture.view.range_max, picture.all_frames);
    return render_values_picture(prepared, shown, std::move(request), picture.histogram, job);
}

Image render_values_picture(const std::shared_ptr<const PreparedScene>& prepared, const PictureValues& values,
                            PictureRequest request, bool histogram, const JobContext& job) {
    constexpr std::size_t bins = 64;
    if (histogram) {
        std::vector<std::span<const float>> shown;
        if (request.view.show_faces) shown.emplace_back(*values.faces);
        if (request.view.show_boxes) shown.emplace_back(*values.boxes);
        request.histogram = make_histogram(shown, request.range, bins);
    }
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
