#include "render/metric_caption.h"

#include "core/base/number_text.h"
#include "core/cache/access_outcome.h"
#include "core/profile/metric_level.h"
#include "core/profile/outcome_sums.h"
#include "core/trace/element_kind.h"
#include "render/colour_range.h"

#include <fmt/format.h>

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

/// The stack distance cache model knows neither policies nor index functions.
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

/// Of hits or misses, of `lookups`.
std::string part_label(double part, double lookups) {
    return grouped_text(hits_text(part, lookups), "\u2009");
}

double hits_of(const LevelSums& sums) {
    return static_cast<double>(sums.hits) / hit_unit;
}

/// "80.2 %".
std::string rate_label(const LevelSums& sums) {
    return value_label(hits_of(sums) / static_cast<double>(sums.lookups), ValueStyle::percent);
}

bool is_of_misses(Metric metric) {
    return metric == Metric::l1_misses || metric == Metric::l2_misses || is_miss_class(metric);
}

/// " (34 of them cold)"; empty where the metric is no class of misses.
std::string class_summary(const LevelSums& sums, Metric metric) {
    if (!is_miss_class(metric)) return {};
    const auto lookups = static_cast<double>(sums.lookups);
    const auto cold = static_cast<double>(sums.cold);
    const auto conflict = static_cast<double>(sums.conflict);
    if (is_cold_misses(metric)) return fmt::format(" ({} of them cold)", part_label(cold, lookups));
    if (metric == Metric::l1_conflict_misses || metric == Metric::l2_conflict_misses)
        return fmt::format(" ({} of them conflict misses)", part_label(conflict, lookups));
    const double capacity = lookups - hits_of(sums) - cold - conflict;
    return fmt::format(" ({} of them capacity misses)", part_label(capacity, lookups));
}

/// "80.2 % = 802 hits / 1 000 sectors of elements" or, of misses, "198 of 1 000 sectors of elements, hit rate
/// 80.2 %".
std::string level_summary(const LevelSums& sums, const std::string& counted, Metric metric,
                          const std::string& of_class) {
    const auto lookups = static_cast<double>(sums.lookups);
    if (is_of_misses(metric))
        return fmt::format("{}{} of {} {}, hit rate {}", part_label(lookups - hits_of(sums), lookups),
                           of_class, count_label(sums.lookups), counted, rate_label(sums));
    return fmt::format("{} = {} hits / {} {}", rate_label(sums), part_label(hits_of(sums), lookups),
                       count_label(sums.lookups), counted);
}

std::string accessed_summary(const Profile& profile, const ElementSources& sources,
                             const std::vector<KindSums>& totals) {
    std::string text;
    for (const ElementKindId kind : {face_kind, box_kind})
        text += fmt::format(
            "{}{} of {} {}", text.empty() ? "" : ", ", count_label(totals[kind].elements_accessed),
            count_label(sources.count(kind, profile.element_count(kind))), element_kinds()[kind].plural);
    return text + " accessed";
}

std::vector<std::string> lines_of_side(const PictureSide& side, Metric metric, bool sums) {
    std::vector<std::string> lines = metric_caption(side.info, side.model, metric, side.frames, side.only);
    lines.front() = fmt::format("{}: {}", side.name, lines.front());
    if (!sums) return lines;
    for (std::string& line : metric_summary(side.profile, counting_of(side.model, side.only),
                                            ElementSources(side.scene), side.window(), metric))
        lines.push_back(std::move(line));
    return lines;
}

} // namespace

std::vector<std::string> metric_caption(const RecordingInfo& info, const ModelConfig& config,
                                        std::optional<Metric> metric, const FrameRange& frames,
                                        const Restriction& only) {
    const std::string subject = metric ? std::string(info_of(*metric).title)
                                       : fmt::format("Hit rates of {}, and accesses",
                                                     info_of(counting_of(config, only).headline).title);
    return picture_caption(info, config, subject, frames, only);
}

std::vector<std::string> picture_caption(const RecordingInfo& info, const ModelConfig& config,
                                         std::string_view subject, const FrameRange& frames,
                                         const Restriction& only) {
    std::string first = info.source_name.empty() ? info.producer : info.source_name;
    if (info.scene.present)
        first += fmt::format(", {} faces, {} x {}", info.scene.faces, info.scene.width, info.scene.height);
    for (const auto& [key, value] : info.options)
        if (key == "bvh" || key == "kernel" || key == "schedule" || key == "fetch")
            first += fmt::format(", {} {}", key, value);
    std::string second = fmt::format("{}; {}", subject, describe(config));
    if (frames.n > 1) {
        second += fmt::format("; frames {} to {} of {}", frames.f, frames.f + frames.n - 1, frames.q);
    } else if (frames.q > 1) {
        second += fmt::format("; frame {} of {}", frames.f, frames.q);
    }
    if (!only.empty()) second += fmt::format("; {} only", to_string(only));
    std::vector<std::string> lines{std::move(first), std::move(second)};
    if (info.incomplete)
        lines.push_back(
            fmt::format("incomplete recording: {} requests up to its last whole block", info.requests));
    return lines;
}

std::vector<std::string> metric_summary(const Profile& profile, const CountedAs& counting,
                                        const ElementSources& sources, TimeWindow window, Metric metric) {
    const std::vector<KindSums> totals = profile.totals(window);
    const std::string accessed = accessed_summary(profile, sources, totals);
    KindSums drawn = totals.at(box_kind);
    drawn += totals.at(face_kind);
    const std::optional<std::size_t> of_level = level_of(metric);
    if (!of_level) return {accessed};

    const Headline headline = headline_of(profile, counting, window, totals);
    const bool l1 = *of_level == 0;
    const LevelSums& all = l1 ? headline.l1 : headline.l2;
    const std::string_view level = l1 ? "L1" : "L2";
    if (all.lookups == 0) return {fmt::format("no look-ups in {}; {}", level, accessed)};
    const LevelSums& own = l1 ? drawn.l1 : drawn.l2;
    const bool one = own.hits == all.hits && own.lookups == all.lookups;
    const std::string of_class = class_summary(own, metric); // of requests they are not known by window
    std::string first = fmt::format(
        "{} {} {}", level, is_of_misses(metric) ? "misses" : "hit rate",
        level_summary(all, counted_text(headline, window), metric, one ? of_class : std::string()));
    if (one || own.lookups == 0) return {fmt::format("{}; {}", first, accessed)};
    const std::string counted(info_of(counting.elements).title);
    return {std::move(first), fmt::format("faces and boxes alone {}; {}",
                                          level_summary(own, counted, metric, of_class), accessed)};
}

std::vector<std::string> difference_caption(const DifferenceText& text, const View& view,
                                            const PictureSide& baseline, const PictureSide& compared) {
    const SideLetters& letters = text.letters;
    std::vector<std::string> lines{
        fmt::format("{}: {}, {} compared with {}, on the geometry of {}{}", difference_name(letters),
                    info_of(text.metric).title, letters.compared, letters.baseline, letters.of(text.shown_on),
                    text.refusals.boxes.empty() ? drawn_boxes_text(view) : std::string())};
    for (std::string& line : text.refusals.lines(view))
        lines.push_back(std::move(line));
    const bool sums = text.refusals.of(view).empty();
    for (const auto& [letter, side] :
         {std::pair(letters.baseline, &baseline), std::pair(letters.compared, &compared)})
        for (const std::string& line : lines_of_side(*side, text.metric, sums))
            lines.push_back(fmt::format("{}: {}", letter, line));
    return lines;
}

std::string drawn_boxes_text(const View& view) {
    if (!view.show_boxes) return {};
    return fmt::format("; boxes of levels {} to {} drawn", view.box_levels.first, view.box_levels.last);
}

} // namespace hitmap
