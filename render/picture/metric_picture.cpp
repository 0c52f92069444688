#include "render/picture/metric_picture.h"

#include "core/base/error.h"
#include "core/profile/models/headline.h"
#include "core/trace/model/element_kind.h"
#include "render/view/recorded_camera.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace hitmap {
namespace {

PictureValues fitted(PictureValues values, const RecordedScene& scene, bool difference) {
    for (const ElementKindId kind : drawn_kinds())
        fit_to_scene(values.kinds[kind], kind, scene, difference);
    return values;
}

/// Returns the subtree that the view draws or leaves; null if it names none.
std::shared_ptr<const ScenePart> subtree_of(const RecordedScene& scene, const View& view,
                                            const JobContext& job) {
    if (!view.subtree) return nullptr;
    const BoxTree tree(scene, job);
    if (tree.size() == 0)
        throw UsageError("a subtree cannot be drawn or hidden: the recording does not say which box is below "
                         "which");
    if (view.subtree->box >= tree.size())
        throw UsageError(fmt::format("the subtree of box {}: expected a box from 0 to {}", view.subtree->box,
                                     tree.size() - 1));
    return scene_part(tree, face_leaves(scene, tree, job), *view.subtree, job);
}

/// Returns the part of the scene that the view draws; null: all of it. Throws UsageError if the scene does
/// not have it.
std::shared_ptr<const ScenePart> part_of(const SceneInTime& scene, const View& view, const JobContext& job) {
    require_quantities(scene, view.only_ranges);
    const auto choice = chosen_elements(scene, view.only_ranges, job);
    return part_within(scene.scene, subtree_of(scene.scene, view, job), choice.get());
}

/// Whether the ranges of the view leave nothing to draw, which would look like a scene without accesses.
bool leave_nothing(const RecordedScene& scene, const View& view, const ScenePart* part) {
    if (view.only_ranges.empty() || part == nullptr) return false;
    const auto has_any = [](const std::vector<bool>& drawn) {
        return std::ranges::find(drawn, true) != drawn.end();
    };
    // Also of the kinds that are shown at first: then hiding them leaves nothing, and not the ranges.
    KindSet kinds = View().shown_kinds;
    for (const ElementKindId kind : view.shown_kinds)
        kinds.insert(kind);
    for (const ElementKindId kind : kinds)
        if (part->drawn[kind].empty() ? element_count(scene, kind) != 0 : has_any(part->drawn[kind]))
            return false;
    return true;
}

} // namespace

ValueStyle value_style_of(Metric metric) {
    const NumberKind number = info_of(metric.quantity).number;
    if (number == NumberKind::share) return ValueStyle::percent;
    return number == NumberKind::count ? ValueStyle::count : ValueStyle::number;
}

ColourBarText colour_bar_text(Metric metric, const Restriction& only) {
    const MetricInfo& info = info_of(metric);
    ColourBarText text{info.title, std::string(info_of(metric.quantity).unit), value_style_of(metric)};
    // Some metrics say themselves what an element lacks.
    text.undefined = info.undefined.empty() ? absence_text(only) : std::string(info.undefined);
    text.value_of = info.value_of;
    return text;
}

ColourBarText difference_bar_text(Metric metric, const SideLetters& letters, bool same_work) {
    ColourBarText text = difference_bar_text(metric, SideNames(letters), same_work);
    text.letters = letters;
    return text;
}

ColourBarText difference_bar_text(Metric metric, const SideNames& names, bool same_work) {
    const auto better = same_work ? better_side(metric, 1.0) : std::nullopt;
    return difference_text(colour_bar_text(metric), names,
                           better ? fmt::format("above 0: {} is better", names.of(*better))
                                  : fmt::format("above 0: {} in {}",
                                                info_of(metric.quantity).is_share() ? "higher" : "more",
                                                names.compared));
}

ColourBarText difference_text(ColourBarText text, const SideLetters& letters, std::string note) {
    text = difference_text(std::move(text), SideNames(letters), std::move(note));
    text.letters = letters;
    return text;
}

ColourBarText difference_text(ColourBarText text, const SideNames& names, std::string note) {
    text.names = names;
    text.title = names.compared + " \u2212 " + names.baseline + ": " + text.title;
    text.note = std::move(note);
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

ColourBarText with_regions(ColourBarText text, const FaceColours& colours, const View& view) {
    constexpr std::string_view unit = " (pp)";
    if (!colours.by_region() || !colours_faces(view)) return text;
    const std::size_t end = text.title.size() - (text.title.ends_with(unit) ? unit.size() : 0);
    text.title.insert(end, fmt::format(" per {}", info_of(colours.by).one));
    return text;
}

FaceColours face_colours(const SceneRegions& regions, const View& view, Metric metric, FrameSize size,
                         const JobContext& job) {
    if (!colours_faces(view) || info_of(metric.quantity).term) return {};
    return regions.colours(view.colour_by, std::min(size.width, size.height), job);
}

PictureValues metric_values(const SceneInTime& scene, Metric metric, const View& view,
                            const FaceColours& colours, const JobContext& job) {
    const ComparedWindow side{*scene.profile, scene.window};
    PictureValues values;
    for (const ElementKindId kind : in_drawing_order(drawn_kinds()))
        values.kinds[kind] =
            element_values(side, kind, metric, view.minimum_accesses > 1, colours.regions.get(), job);
    values.part = part_of(scene, view, job);
    return fitted(std::move(values), scene.scene, false);
}

PictureValues difference_values(const DifferencePicture& picture, const FaceColours& colours,
                                const JobContext& job) {
    const PictureSide& a = picture.baseline;
    const PictureSide& b = picture.compared;
    const PictureSide& own = picture.shown_on == Side::baseline ? a : b;
    if (!own.scene) throw Error(own.name + ": the recording has no scene to draw");
    const auto match = picture.match != nullptr
                           ? picture.match
                           : std::make_shared<const SceneMatch>(a.scene, b.scene, picture.letters, job);
    const ComparedElements sides{*match,
                                 {a.profile, a.window()},
                                 {b.profile, b.window()},
                                 picture.shown_on,
                                 difference_refusal(picture.metric, a.model, b.model, picture.letters),
                                 colours.regions.get()};
    PictureValues values;
    for (const ElementKindId kind : in_drawing_order(drawn_kinds()))
        values.kinds[kind] =
            difference_of_elements(sides, kind, picture.metric, picture.view.minimum_accesses > 1, job);
    values.part = part_of({*own.scene, &own.profile, own.window(), own.rays.get()}, picture.view, job);
    values = fitted(std::move(values), *own.scene, true);
    if (const auto refusal = refusals_of(values.kinds).of(picture.view); !refusal.empty())
        throw Error("no difference: " + refusal);
    return values;
}

ScenePictures::ScenePictures(std::shared_ptr<const PreparedScene> prepared)
    : prepared_(std::move(prepared)),
      regions_(prepared_->scene, recorded_camera(*prepared_->scene)),
      renderer_(std::make_shared<SceneGeometry>(prepared_)) {}

FaceColours ScenePictures::colours(const View& view, Metric metric, FrameSize size,
                                   const JobContext& job) const {
    return face_colours(regions_, view, metric, size, job);
}

Image ScenePictures::draw(const Profile& profile, const MetricPicture& picture, const JobContext& job) {
    const std::shared_ptr<const RecordedScene>& scene = prepared_->scene;
    const FaceColours by = colours(picture.view, picture.metric, picture.size, job);
    const PictureValues values = metric_values({*scene, &profile, picture.window, picture.rays.get()},
                                               picture.metric, picture.view, by, job);

    WantedPicture request;
    request.size = picture.size;
    request.view = picture.view;
    request.view.range_mode = range_mode_for(picture.view, {picture.metric});
    request.bar = with_regions(colour_bar_text(picture.metric, picture.only), by, picture.view);
    request.caption = picture.caption;
    for (std::string& line :
         metric_summary(profile, picture.counting, ElementSources(scene), picture.window, picture.metric))
        request.caption.push_back(std::move(line));
    request.caption.back() += drawn_boxes_text(picture.view) + drawn_part_text(picture.view);
    if (std::string line = face_colours_text(by, picture.view); !line.empty())
        request.caption.push_back(std::move(line));
    if (leave_nothing(*scene, picture.view, values.part.get()))
        request.caption.emplace_back("Nothing is drawn, because no element is within these ranges.");
    request.style = picture.style;
    const auto extent = drawn_extent(picture.view, values.kinds);
    request.range = make_colour_range(request.view.range_mode, request.bar.style, extent,
                                      picture.view.range_min, picture.view.range_max, picture.all_frames);
    return draw(values, std::move(request), picture.histogram, job);
}

Image ScenePictures::draw(const DifferencePicture& picture, const JobContext& job) {
    const FaceColours by = colours(picture.view, picture.metric, picture.size, job);
    const PictureValues values = difference_values(picture, by, job);
    const DifferenceText text{picture.metric, picture.letters, picture.shown_on, refusals_of(values.kinds),
                              by};

    WantedPicture request;
    request.size = picture.size;
    request.view = picture.view;
    request.view.range_mode = range_mode_for(picture.view, {picture.metric, true});
    request.bar = with_regions(difference_bar_text(picture.metric, picture.letters,
                                                   hold_same_work(picture.baseline, picture.compared)),
                               by, picture.view);
    request.caption = difference_caption(text, picture.view, picture.baseline, picture.compared);
    request.style = picture.style;
    const auto extent = drawn_extent(picture.view, values.kinds);
    request.range = make_colour_range(request.view.range_mode, request.bar.style, extent,
                                      picture.view.range_min, picture.view.range_max, picture.all_frames);
    return draw(values, std::move(request), picture.histogram, job);
}

Image ScenePictures::draw(const PictureValues& given, WantedPicture request, bool histogram,
                          const JobContext& job) {
    constexpr std::size_t bins = 64;
    const PictureValues values = fitted(given, *prepared_->scene, request.range.difference);
    if (histogram) {
        std::vector<std::span<const float>> shown;
        for (const ElementKindId kind : in_drawing_order(request.view.shown_kinds))
            shown.emplace_back(*values.kinds[kind].values);
        request.histogram = make_histogram(shown, request.range, bins);
    }
    give_values(renderer_, values.kinds);
    renderer_.set_part(values.part);
    return render_picture(renderer_, request, job);
}

Image render_metric_picture(const std::shared_ptr<const RecordedScene>& scene, const Profile& profile,
                            const MetricPicture& picture, const JobContext& job) {
    if (!scene) throw Error("the recording has no scene to draw");
    const std::shared_ptr<const PreparedScene> prepared = prepare_scene(scene, job);
    job.begin("drawing");
    return ScenePictures(prepared).draw(profile, picture, job);
}

Image render_difference_picture(const DifferencePicture& picture, const JobContext& job) {
    const PictureSide& own = picture.shown_on == Side::baseline ? picture.baseline : picture.compared;
    if (!own.scene) throw Error(own.name + ": the recording has no scene to draw");
    const std::shared_ptr<const PreparedScene> prepared = prepare_scene(own.scene, job);
    job.begin("drawing");
    return ScenePictures(prepared).draw(picture, job);
}

Image render_values_picture(const std::shared_ptr<const PreparedScene>& prepared, const PictureValues& values,
                            WantedPicture request, bool histogram, const JobContext& job) {
    job.begin("drawing");
    return ScenePictures(prepared).draw(values, std::move(request), histogram, job);
}

} // namespace hitmap
