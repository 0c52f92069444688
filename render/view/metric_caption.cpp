#include "render/view/metric_caption.h"

#include "core/base/number_text.h"
#include "core/cache/gpu/preset_sms.h"
#include "core/cache/results/allocation_sums.h"
#include "core/profile/models/model_choice.h"
#include "core/profile/models/window_of_work.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/trace/elements/kind_names.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/estimates.h"
#include "core/trace/model/not_recorded.h"
#include "core/trace/model/relayout_marks.h"
#include "render/view/colour_range.h"
#include "render/view/unheld_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace hitmap {

namespace {

std::string describe(const CacheGeometry& cache) {
    const std::string ways = cache.ways == cache.lines()
                                 ? "fully associative"
                                 : fmt::format("{} {}", cache.ways, cache.ways == 1 ? "way" : "ways");
    std::string text = fmt::format("{}, {} B lines, {}", format_size(cache.capacity), cache.line, ways);
    if (cache.sector != cache.line) text += fmt::format(", {} B sectors", cache.sector);
    return text;
}

/// Describes a cache of the hierarchy model. The stack distance cache model has neither policies nor index
/// functions.
std::string describe_simulated(const CacheGeometry& cache) {
    return fmt::format("{}, policy {}, index {}", describe(cache), cache.policy, cache.index);
}

std::string describe(const ModelConfig& config) {
    const auto* hierarchy = std::get_if<HierarchyConfig>(&config);
    if (hierarchy == nullptr)
        return fmt::format("{}, L1 {}; L2 {}", title_of(config), describe(l1_of(config)),
                           describe(l2_of(config)));
    return fmt::format(
        "{}, preset {}, L1 {}{}; L2 {}{}", title_of(config), hierarchy->preset,
        hierarchy->l1_units > 1 ? fmt::format("{} x ", hierarchy->l1_units) : "",
        describe_simulated(hierarchy->l1), describe_simulated(hierarchy->l2),
        hierarchy->l2_partitions > 1 ? fmt::format(", in {} partitions", hierarchy->l2_partitions) : "");
}

std::string count_label(std::uint64_t count) {
    return value_label(static_cast<double>(count), ValueStyle::count);
}

/// Formats a number of hits or misses out of `lookups`.
std::string part_label(double part, double lookups) {
    return grouped_text(hits_text(part, lookups), "\u2009");
}

double hits_of(const LevelSums& sums) {
    return sums.hit_count();
}

/// Returns "80.2 %".
std::string rate_label(const LevelSums& sums) {
    return value_label(hits_of(sums) / static_cast<double>(sums.lookups), ValueStyle::percent);
}

bool counts_misses(Metric metric) {
    return info_of(metric.quantity).unit == "misses";
}

/// Returns " (34 of them cold)"; empty if the metric is no class of misses.
std::string class_summary(const LevelSums& sums, Metric metric) {
    const QuantityInfo& quantity = info_of(metric.quantity);
    if (!quantity.is_class_of_misses()) return {};
    QuantitySums of_level;
    of_level.level = sums;
    return fmt::format(" ({} of them {})", part_label(quantity.formula(of_level), of_level.lookups()),
                       quantity.class_of_misses);
}

/// Returns "80.2 % = 802 hits / 1 000 sectors of elements"; for metrics of misses "198 of 1 000 sectors of
/// elements, hit rate 80.2 %".
std::string level_summary(const LevelSums& sums, const std::string& counted, Metric metric,
                          const std::string& of_class) {
    const auto lookups = static_cast<double>(sums.lookups);
    if (counts_misses(metric))
        return fmt::format("{}{} of {} {}, hit rate {}", part_label(lookups - hits_of(sums), lookups),
                           of_class, count_label(sums.lookups), counted, rate_label(sums));
    return fmt::format("{} = {} hits / {} {}", rate_label(sums), part_label(hits_of(sums), lookups),
                       count_label(sums.lookups), counted);
}

/// The kinds whose numbers a caption tells: those of meshes, and others that the recording has.
std::vector<ElementKindId> told_kinds(const Profile& profile) {
    KindSet told;
    for (const ElementKindId kind : drawn_kinds())
        if (mesh_kinds.contains(kind) || profile.element_count(kind) != 0) told.insert(kind);
    return in_drawing_order(told);
}

std::string accessed_summary(const Profile& profile, const ElementSources& sources,
                             const std::vector<KindSums>& totals) {
    std::string text;
    for (const ElementKindId kind : told_kinds(profile))
        text += fmt::format(
            "{}{} of {} {}", text.empty() ? "" : ", ", count_label(totals[kind].elements_accessed),
            count_label(sources.count(kind, profile.element_count(kind))), element_kinds()[kind].plural);
    return text + " accessed";
}

/// Returns "SAH cost of all boxes together: 34.2".
std::string terms_summary(const ElementTerms::Values& terms, Metric metric) {
    std::string text = fmt::format("{} of all {} together: {}", info_of(metric).title,
                                   element_kinds()[info_of(metric.quantity).term_kind].plural,
                                   value_label(terms.sum, ValueStyle::number));
    if (terms.uncertain_faces > 0)
        text += fmt::format("; estimates, since the leaves of {} faces are not certain",
                            count_label(terms.uncertain_faces));
    return text;
}

using Options = std::vector<std::pair<std::string, std::string>>;

/// Returns the options of the tracer. The size of the image is left out, since the caption has it already,
/// and so are quality measures of the tree, which are results, reasons of estimates, which have a line, and
/// addresses.
Options told_options(const RecordingInfo& info) {
    constexpr std::array<std::string_view, 7> others{"resolution",
                                                     "bvh-depth",
                                                     "sah-cost",
                                                     "epo",
                                                     relayout_estimate_option,
                                                     deal_blocks_estimate_option,
                                                     acceleration_structure_option};
    Options options;
    std::ranges::copy_if(info.options, std::back_inserter(options), [&](const auto& option) {
        return std::ranges::find(others, option.first) == others.end();
    });
    return options;
}

/// Returns "bvh sah, leaf-size 4".
std::string text_of(const Options& options) {
    std::string text;
    for (const auto& [key, value] : options)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key, value);
    return text;
}

/// Returns "bunny.obj, 69 451 faces, 256 x 256".
std::string recording_text(const RecordingInfo& info) {
    std::string text = info.source_name.empty() ? info.producer : info.source_name;
    if (info.scene.present) text += fmt::format(", {} faces", count_label(info.scene.faces));
    for (ElementKindId kind = 0; kind < info.scene.primitives.size(); ++kind)
        if (info.scene.primitives[kind] != 0)
            text += fmt::format(", {} {}", count_label(info.scene.primitives[kind]),
                                element_kinds()[kind].plural);
    if (info.scene.width != 0) text += fmt::format(", {} x {}", info.scene.width, info.scene.height);
    return text;
}

std::string frames_text(const FrameRange& frames) {
    if (frames.total <= 1) return {};
    const std::string by_work =
        frames.bounds != nullptr
            ? fmt::format(", matched by {}", name_in(frame_match_names, frames.bounds->by))
            : std::string();
    return fmt::format("; {}{}", frames_name(frames.total, frames.first, frames.count), by_work);
}

std::string incomplete_text(const RecordingInfo& info) {
    return fmt::format("incomplete recording: {} requests up to its last whole block",
                       count_label(info.requests));
}

/// Returns caches, frames and the parts that are counted.
std::string simulation_text(const ModelConfig& config, const FrameRange& frames, const Restriction& only) {
    return describe(config) + frames_text(frames) + (only.empty() ? "" : "; of " + counted_title(only));
}

/// Options with the same value on both sides, and the other options of each side.
struct SharedOptions {
    Options both, of_baseline, of_compared;
};
SharedOptions shared_options(const RecordingInfo& baseline, const RecordingInfo& compared) {
    SharedOptions shared;
    shared.of_compared = told_options(compared);
    for (const auto& option : told_options(baseline))
        (std::erase(shared.of_compared, option) > 0 ? shared.both : shared.of_baseline).push_back(option);
    return shared;
}

/// Adds what the recording lacks, a line for each, and why its numbers are an estimate.
void add_missing(const RecordingInfo& info, std::vector<std::string>& lines) {
    if (std::string text = estimate_text(info); !text.empty()) lines.push_back(std::move(text));
    if (info.incomplete) lines.push_back(incomplete_text(info));
    for (const std::string_view text : not_recorded(info))
        lines.push_back(fmt::format("Not recorded: {}", text));
    std::ranges::move(unheld_elements(info), std::back_inserter(lines));
}

/// Returns the recording with the options of this side only, the caches unless both sides have the same, and
/// the sums.
std::vector<std::string> lines_of_side(const PictureSide& side, const Options& own, bool with_simulation,
                                       std::optional<Metric> metric_of_sums) {
    std::vector<std::string> lines{fmt::format("{}: {}{}{}", side.name, recording_text(side.info),
                                               own.empty() ? "" : ", ", text_of(own))};
    if (with_simulation)
        lines.push_back(side.info.has_sums()
                            ? std::string(recorded_caches_text(side.info)) + frames_text(side.frames)
                            : simulation_text(side.model, side.frames, side.only));
    if (std::string text = other_sms_text(gpu_sms_of(side.model), side.info.device.sm_count); !text.empty())
        lines.push_back(std::move(text));
    add_missing(side.info, lines);
    if (!metric_of_sums) return lines;
    for (std::string& line : metric_summary(side.profile, counting_of(side.model, side.only),
                                            ElementSources(side.scene), side.window(), *metric_of_sums))
        lines.push_back(std::move(line));
    return lines;
}

} // namespace

std::vector<std::string> metric_caption(const RecordingInfo& info, const ModelConfig& config,
                                        std::optional<Metric> metric, const FrameRange& frames,
                                        const Restriction& only) {
    const std::string subject =
        metric ? std::string(info_of(*metric).title)
               : fmt::format("Hit rates of {}{}", info_of(counting_of(config, only).headline).title,
                             info.axis_is_requests() ? "" : ", and accesses");
    return picture_caption(info, config, subject, frames, only);
}

std::vector<std::string> picture_caption(const RecordingInfo& info, const ModelConfig& config,
                                         std::string_view subject, const FrameRange& frames,
                                         const Restriction& only) {
    std::string options = text_of(told_options(info));
    std::vector<std::string> lines{
        recording_text(info) + (options.empty() ? "" : ", ") + options,
        info.has_sums() ? fmt::format("{}; {}{}", subject, recorded_caches_text(info), frames_text(frames))
                        : fmt::format("{}; {}", subject, simulation_text(config, frames, only))};
    if (std::string text = other_sms_text(gpu_sms_of(config), info.device.sm_count); !text.empty())
        lines.push_back(std::move(text));
    add_missing(info, lines);
    return lines;
}

std::vector<std::string> metric_summary(const Profile& profile, const CountedAs& counting,
                                        const ElementSources& sources, TimeWindow window, Metric metric) {
    const std::vector<KindSums> totals = profile.totals(window);
    const std::string accessed = accessed_summary(profile, sources, totals);
    const std::vector<ElementKindId> told = told_kinds(profile);
    KindSums drawn;
    for (const ElementKindId kind : told)
        drawn += totals[kind];
    if (const auto term = info_of(metric.quantity).term)
        if (const auto terms = profile.terms(*term)) return {terms_summary(*terms, metric), accessed};
    if (!metric.level) return {accessed};

    const Headline headline = headline_of(profile, counting, window, totals);
    const LevelSums& all = *metric.level == Level::l1 ? headline.l1 : headline.l2;
    const std::string_view level = name_of(*metric.level);
    if (all.lookups == 0) return {fmt::format("no look-ups in {}; {}", level, accessed)};
    const LevelSums& own = drawn.of(*metric.level);
    const bool one = own.hits == all.hits && own.lookups == all.lookups;
    // The summary of classes is unknown for windows if levels count sectors of requests.
    const std::string of_class = class_summary(own, metric);
    std::string first = fmt::format(
        "{} {} {}", level, counts_misses(metric) ? "misses" : "hit rate",
        level_summary(all, counted_text(headline, window), metric, one ? of_class : std::string()));
    if (one || own.lookups == 0) return {fmt::format("{}; {}", first, accessed)};
    const std::string counted(info_of(counting.elements).title);
    return {std::move(first), fmt::format("{} alone {}; {}", list_of(told, KindName::plural, "and"),
                                          level_summary(own, counted, metric, of_class), accessed)};
}

bool hold_same_work(const PictureSide& a, const PictureSide& b) {
    return is_same_work(window_of_work(a.info, a.window()), window_of_work(b.info, b.window()),
                        matched_by(a.frames, b.frames));
}

std::vector<std::string> difference_caption(const DifferenceText& text, const View& view,
                                            const PictureSide& baseline, const PictureSide& compared) {
    const SideLetters& letters = text.letters;
    std::vector<std::string> lines{
        fmt::format("{}: {}, {} compared with {}, on the geometry of {}{}", difference_name(letters),
                    info_of(text.metric).title, letters.compared, letters.baseline, letters.of(text.shown_on),
                    text.refusals.kinds[kind_with_levels].empty() ? drawn_boxes_text(view) : std::string()) +
        drawn_part_text(view)};
    if (std::string line = face_colours_text(text.colours, view); !line.empty())
        lines.push_back(std::move(line));
    for (std::string& line : text.refusals.lines(view))
        lines.push_back(std::move(line));
    std::optional<Metric> metric_of_sums;
    if (text.refusals.of(view).empty()) metric_of_sums = text.metric;
    const SharedOptions options = shared_options(baseline.info, compared.info);
    const std::string simulation = simulation_text(baseline.model, baseline.frames, baseline.only);
    const bool same_simulation =
        simulation == simulation_text(compared.model, compared.frames, compared.only);
    for (const auto& [letter, side, own] : {std::tuple(letters.baseline, &baseline, &options.of_baseline),
                                            std::tuple(letters.compared, &compared, &options.of_compared)})
        for (const std::string& line : lines_of_side(*side, *own, !same_simulation, metric_of_sums))
            lines.push_back(fmt::format("{}: {}", letter, line));
    if (!options.both.empty()) lines.push_back("Both: " + text_of(options.both));
    if (same_simulation) lines.push_back("Both: " + simulation);
    return lines;
}

std::string face_colours_text(const FaceColours& colours, const View& view) {
    if (!colours.by_region() || !colours_faces(view)) return {};
    const ColourByInfo& info = info_of(colours.by);
    const auto& sizes = colours.regions->sizes;
    const auto faces = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
    return fmt::format("Faces have the colour of their {}: of the sums over its faces ({} {} of {} faces)",
                       info.one, count_label(sizes.size()), info.plural, count_label(faces));
}

std::string drawn_boxes_text(const View& view) {
    if (!view.shows(kind_with_levels)) return {};
    if (view.box_levels == LevelRange{0, std::numeric_limits<std::uint16_t>::max()})
        return "; boxes of all levels drawn";
    return fmt::format("; boxes of levels {} to {} drawn", view.box_levels.first, view.box_levels.last);
}

std::string drawn_part_text(const View& view) {
    std::string text;
    if (view.subtree)
        text += fmt::format(fmt::runtime(view.subtree->drawn == SubtreeChoice::Drawn::alone
                                             ? "; only box {} and what is below it drawn"
                                             : "; box {} and what is below it hidden"),
                            view.subtree->box);
    for (const ElementRange& range : view.only_ranges)
        text += fmt::format("; only {} drawn", text_of(range));
    if (const auto& plane = view.cut_plane)
        text += fmt::format("; cut where {:.6g} x + {:.6g} y + {:.6g} z > {:.6g}", plane->normal.x,
                            plane->normal.y, plane->normal.z, plane->offset);
    if (const auto& box = view.cut_box)
        text +=
            fmt::format("; cut to the box from ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, {:.6g})",
                        box->lower.x, box->lower.y, box->lower.z, box->upper.x, box->upper.y, box->upper.z);
    return text;
}

} // namespace hitmap
