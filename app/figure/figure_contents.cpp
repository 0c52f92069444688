#include "app/figure/figure_contents.h"

#include "app/figure/figure_estimates.h"
#include "app/figure/figure_json.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/cache/results/named_errors.h"
#include "core/profile/models/headline.h"
#include "core/profile/models/window_of_work.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/element_kind.h"
#include "render/picture/all_frames.h"
#include "render/view/recorded_camera.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <span>

namespace hitmap {

namespace {

using Kind = FigurePanelKind;

/// The values of a panel before ranges are chosen.
struct RangeMember {
    std::size_t panel;
    std::string key; ///< panels with the same key have a range in common
    RangeMode mode;
    std::optional<DataExtent> extent;
    std::optional<DataExtent> all_frames;
};

class ContentMaker {
public:
    ContentMaker(const Figure& figure, FigureInputs& inputs, const JobContext& job)
        : figure_(figure), inputs_(inputs), job_(job) {}

    std::vector<FigureContent> make() {
        for (std::size_t i = 0; i < figure_.panels.size(); ++i)
            contents_.push_back(content_of(i));
        choose_ranges();
        choose_looks();
        choose_absence_texts();
        return std::move(contents_);
    }

private:
    FigureContent content_of(std::size_t i) {
        const FigurePanel& panel = figure_.panels[i];
        FigureContent content;
        content.need.caption = with_rates(panel.caption, panel.source, inputs_, job_);
        switch (panel.kind) {
        case Kind::mesh:
            make_mesh(i, content);
            break;
        case Kind::image:
            make_image(i, content);
            break;
        case Kind::framebuffer:
            make_framebuffer(i, content);
            break;
        case Kind::plot:
            make_plot(panel, content);
            break;
        case Kind::table: {
            const Profile& profile = inputs_.profile(panel.source);
            content.table =
                figure_table_of(panel, inputs_.info(panel.source.recording), profile,
                                frame_range_window(profile.positions(), figure_view(panel).frames), job_);
            content.need.height = figure_table_height(content.table, figure_.font_size);
            break;
        }
        case Kind::text:
            make_text(panel, content);
            break;
        case Kind::colour_bar:
            break;
        }
        return content;
    }

    /// What tells the sides of a difference apart: their recordings, their caches or both.
    [[nodiscard]] SideNames side_names(const FigurePanel& panel) const {
        const auto name = [&](const FigureSource& side) {
            const std::string& recording = figure_.recordings.at(side.recording).name;
            if (panel.source.cache == panel.compare->cache) return recording;
            const std::string& cache = figure_.caches.at(side.cache).name;
            return panel.source.recording == panel.compare->recording ? cache : recording + ", " + cache;
        };
        return {name(panel.source), name(*panel.compare)};
    }

    /// Whether the sides of a difference hold the same work; otherwise neither is better.
    bool same_work(const FigurePanel& panel, const ViewState& state) {
        const auto side = [&](const FigureSource& source) {
            const RecordingInfo& info = inputs_.info(source.recording);
            return window_of_work(info, frame_range_window(info.positions(), state.frames));
        };
        return is_same_work(side(panel.source), side(*panel.compare));
    }

    void make_mesh(std::size_t i, FigureContent& content) {
        const FigurePanel& panel = figure_.panels[i];
        const auto prepared = inputs_.prepared(panel.source.recording);
        content.state = figure_view(panel, recorded_camera(*prepared->scene));
        content.need.aspect = panel.aspect;
        // A row without a height gets that of the usual picture.
        if (!panel.aspect && !figure_.rows[panel.row].size) content.need.aspect = 4.0 / 3.0;
        const Metric metric = content.state.metric;
        content.state.view.colour_by = colour_by(panel);
        const View& view = content.state.view;
        content.bar = with_regions(
            panel.compare ? difference_bar_text(metric, side_names(panel), same_work(panel, content.state))
                          : colour_bar_text(metric, inputs_.only(panel.source)),
            colours_of(panel.source, content.state), view);
        RangeMember member{i,
                           key_of_range(i, info_of(metric).name, content.bar.style),
                           range_mode_for(view, {metric, panel.compare.has_value()}),
                           {},
                           {}};
        const auto add = [&](const FigureSource& source) {
            content.meshes.push_back({inputs_.prepared(source.recording),
                                      panel.compare ? difference_of(panel, content.state)
                                                    : values_of(panel, source, content.state)});
            const PictureValues& values = content.meshes.back().values;
            member.extent = joined(member.extent, drawn_extent(view, values.kinds));
            if (panel.compare) return;
            member.all_frames =
                joined(member.all_frames,
                       extent_of_all_frames(inputs_.profile(source), content.state.frames.total, metric,
                                            member.mode, view, colours_of(source, content.state), job_));
        };
        add(panel.source);
        for (const FigureInset& inset : panel.insets) {
            if (inset.source == panel.source)
                content.meshes.push_back(content.meshes.front());
            else
                add(inset.source);
        }
        if (panel.compare) member.all_frames = member.extent;
        members_.push_back(std::move(member));
    }

    /// All meshes that one colour bar explains are coloured by the same, which it tells. Automatic colours
    /// are those of patches only if they would be so in each of these panels.
    ColourBy colour_by(const FigurePanel& panel) {
        const ColourBy wanted = figure_view(panel).view.colour_by;
        const auto chosen = [&](const FigurePanel& each) {
            return inputs_.regions(each.source.recording).chosen(wanted, SceneRegions::usual_side);
        };
        require_regions(panel, wanted);
        if (wanted != ColourBy::automatic || figure_.ranges == FigureRanges::panel) return chosen(panel);
        const bool any_faces = std::ranges::any_of(figure_.panels, [&](const FigurePanel& each) {
            return each.kind == Kind::mesh && scale_key(each) == scale_key(panel) &&
                   chosen(each) == ColourBy::face;
        });
        return any_faces ? ColourBy::face : chosen(panel);
    }

    /// Throws Error if a recording of the panel does not have the regions that its faces are coloured by.
    void require_regions(const FigurePanel& panel, ColourBy by) {
        std::vector<std::size_t> recordings{panel.source.recording};
        for (const FigureInset& inset : panel.insets)
            recordings.push_back(inset.source.recording);
        for (const std::size_t recording : recordings)
            if (!inputs_.regions(recording).has(by))
                throw Error(fmt::format("{}: colour_by {}: expected {}, found {}", place_of(panel),
                                        info_of(by).name, needed_for(by), inputs_.name(recording)));
    }

    /// Panels get their size on paper later, so that automatic colours are decided for a usual picture.
    FaceColours colours_of(const FigureSource& source, const ViewState& state) {
        return face_colours(inputs_.regions(source.recording), state.view, state.metric,
                            {SceneRegions::usual_side, SceneRegions::usual_side}, job_);
    }

    PictureValues values_of(const FigurePanel& panel, const FigureSource& source, const ViewState& state) {
        const Profile& profile = inputs_.profile(source);
        if (!can_answer(profile.capabilities(), state.metric))
            throw Error(fmt::format("{}: {}: the {} is not known", place_of(panel),
                                    inputs_.name(source.recording), info_of(state.metric).title));
        const auto rays = inputs_.rays(source.recording, state.view.only_ranges);
        return metric_values({*inputs_.scene(source.recording), &profile,
                              frame_range_window(profile.positions(), state.frames), rays.get()},
                             state.metric, state.view, colours_of(source, state), job_);
    }

    PictureValues difference_of(const FigurePanel& panel, const ViewState& state) {
        const ModelConfig config_a = inputs_.config(panel.source);
        const ModelConfig config_b = inputs_.config(*panel.compare);
        const auto side = [&](const FigureSource& source, const ModelConfig& config) {
            return PictureSide{inputs_.name(source.recording),
                               inputs_.info(source.recording),
                               inputs_.scene(source.recording),
                               inputs_.profile(source),
                               config,
                               inputs_.only(source),
                               state.frames,
                               inputs_.rays(source.recording, state.view.only_ranges)};
        };
        DifferencePicture picture{state.metric, side(panel.source, config_a), side(*panel.compare, config_b)};
        picture.view = state.view;
        return with_errors_of(place_of(panel), [&] {
            return difference_values(picture, colours_of(panel.source, state), job_);
        });
    }

    void make_image(std::size_t i, FigureContent& content) {
        const FigurePanel& panel = figure_.panels[i];
        content.state = figure_view(panel);
        const PixelQuantity& quantity = *content.state.image.quantity;
        const std::uint64_t positions = inputs_.info(panel.source.recording).positions();
        const PixelTable table =
            inputs_.pixels(panel.source, frame_range_window(positions, content.state.frames));
        content.cells = image_of(table, quantity, content.state.view, job_);
        content.bar = colour_bar_text(quantity);
        members_.push_back({i,
                            key_of_range(i, "pixels " + std::string(quantity.name), content.bar.style),
                            image_range_mode(content.state.view, {{}, false, &quantity}),
                            robust_extent(content.cells->values),
                            {}});
        set_cell_aspect(panel, content);
    }

    void make_framebuffer(std::size_t i, FigureContent& content) {
        const FigurePanel& panel = figure_.panels[i];
        const Profile& profile = inputs_.profile(panel.source);
        if (!can_answer(profile.capabilities(), "access-order"_metric))
            throw Error(fmt::format("{}: {}: the order of accesses is not known", place_of(panel),
                                    inputs_.name(panel.source.recording)));
        content.state = figure_view(panel);
        content.cells = framebuffer_of(*inputs_.scene(panel.source.recording), profile,
                                       frame_range_window(profile.positions(), content.state.frames), job_);
        content.cells->colour_map = content.state.view.colour_map;
        content.bar.title = content.cells->words.title;
        content.bar.undefined = content.cells->words.absent;
        content.low = content.cells->words.low;
        content.high = content.cells->words.high;
        content.range = {content.cells->bottom, content.cells->top};
        set_cell_aspect(panel, content);
    }

    static void set_cell_aspect(const FigurePanel& panel, FigureContent& content) {
        content.need.aspect = panel.aspect.value_or(static_cast<double>(content.cells->width) /
                                                    static_cast<double>(content.cells->height));
    }

    void make_plot(const FigurePanel& panel, FigureContent& content) {
        constexpr double usual_aspect = 1.5;
        const Profile& profile = inputs_.profile(panel.source);
        const ViewState state = figure_view(panel);
        const std::uint64_t frames = state.frames.total;
        PlotsPanel plots;
        if (panel.plot == FigurePlot::hit_rates || panel.plot == FigurePlot::accesses) {
            plots = curves_of(profile, counting_of(inputs_.config(panel.source), inputs_.only(panel.source)),
                              frames > 1 ? frames : curve_intervals(profile.positions(), 1),
                              frames > 1 ? "frame" : "interval", rate_axis_of(state.view), job_);
        } else if (profile.reuse() != nullptr) {
            plots = miss_ratios_of(*profile.reuse(), inputs_.info(panel.source.recording));
        }
        const bool second = panel.plot == FigurePlot::accesses || panel.plot == FigurePlot::l2_capacity;
        const std::size_t number = second ? 1 : 0;
        if (plots.plots.size() <= number)
            throw Error(fmt::format("{}: {}: the plot has nothing to show", place_of(panel),
                                    inputs_.name(panel.source.recording)));
        content.plot = std::move(plots.plots[number]);
        content.need.aspect = panel.aspect;
        if (!panel.aspect && !figure_.rows[panel.row].size) content.need.aspect = usual_aspect;
    }

    void make_text(const FigurePanel& panel, FigureContent& content) {
        constexpr double line_distance = 1.25;
        std::string text = with_rates(panel.text, panel.source, inputs_, job_);
        for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
            content.lines.push_back(text.substr(0, end));
            text.erase(0, end + 1);
        }
        content.lines.push_back(text);
        content.need.height = line_distance * figure_.font_size * static_cast<double>(content.lines.size());
    }

    [[nodiscard]] std::string key_of_range(std::size_t panel, std::string_view metric, ValueStyle style) {
        switch (figure_.ranges) {
        case FigureRanges::panel:
            return fmt::format("panel {}", panel);
        case FigureRanges::all:
            return fmt::format("style {}", static_cast<int>(style));
        case FigureRanges::metric:
            break;
        }
        const std::string_view difference = is_difference(style) ? "difference of " : "";
        if (figure_.panels[panel].kind != Kind::mesh) return fmt::format("{}{}", difference, metric);
        // Sums over more faces have another scale.
        return fmt::format("{}{} by {}", difference, metric, info_of(colour_by(figure_.panels[panel])).name);
    }

    /// The first panel of those that have a range in common says how it is chosen.
    void choose_ranges() {
        std::map<std::string, RangeMember> groups;
        for (const RangeMember& member : members_) {
            const auto [group, is_new] = groups.try_emplace(member.key, member);
            if (is_new) continue;
            const bool several = group->second.extent.has_value() && member.extent.has_value();
            group->second.extent = joined(group->second.extent, member.extent);
            if (several) group->second.extent->of_several = true;
            group->second.all_frames = joined(group->second.all_frames, member.all_frames);
        }
        for (const RangeMember& member : members_) {
            const RangeMember& group = groups.at(member.key);
            const View& view = contents_[group.panel].state.view;
            FigureContent& content = contents_[member.panel];
            content.range = make_colour_range(group.mode, content.bar.style, group.extent, view.range_min,
                                              view.range_max, group.all_frames);
            content.state.view.range_mode = group.mode;
            if (content.cells) set_range(*content.cells, content.range);
        }
    }

    /// An allocation has the same colour and dashes in all plots of the figure.
    void choose_looks() {
        std::map<std::string, std::size_t> looks;
        for (std::size_t i = 0; i < contents_.size(); ++i) {
            const FigurePlot plot = figure_.panels[i].plot;
            const bool of_allocations = plot == FigurePlot::l1_capacity || plot == FigurePlot::l2_capacity;
            if (!contents_[i].plot || !of_allocations) continue;
            for (PlotSeries& series : contents_[i].plot->series)
                series.look = looks.try_emplace(series.title, looks.size()).first->second;
        }
    }

    /// One colour bar can explain several meshes. If these count different parts, it cannot say "by these
    /// rays".
    void choose_absence_texts() {
        std::map<std::string, std::set<std::string>> texts; // by what one bar explains
        const auto is_mesh = [&](std::size_t i) { return figure_.panels[i].kind == Kind::mesh; };
        for (std::size_t i = 0; i < contents_.size(); ++i)
            if (is_mesh(i)) texts[scale_key(figure_.panels[i])].insert(contents_[i].bar.undefined);
        for (std::size_t i = 0; i < contents_.size(); ++i)
            if (is_mesh(i) && texts[scale_key(figure_.panels[i])].size() > 1)
                contents_[i].bar.undefined = "not accessed, or not counted";
    }

    const Figure& figure_;
    FigureInputs& inputs_;
    const JobContext& job_;
    std::vector<FigureContent> contents_;
    std::vector<RangeMember> members_;
};

std::string rate_text(const LevelSums& sums) {
    if (sums.lookups == 0) return "\u2013";
    return percent_text(sums.hit_count() / static_cast<double>(sums.lookups));
}

std::string lookups_text(const LevelSums& sums) {
    constexpr std::string_view thin_space = "\u2009";
    const auto lookups = static_cast<double>(sums.lookups);
    return fmt::format("{} of {} look-ups", grouped_text(hits_text(sums.hit_count(), lookups), thin_space),
                       grouped_text(std::to_string(sums.lookups), thin_space));
}

/// Throws UsageError if the text names a number of a level, such as "{l1-hits}", that is none of `names`: it
/// would be printed as it is. Other braces are text.
void refuse_other_placeholders(const std::string& text, std::span<const std::string_view> names) {
    for (std::size_t begin = text.find("{l"); begin != std::string::npos;
         begin = text.find("{l", begin + 1)) {
        const std::size_t end = text.find('}', begin);
        if (end == std::string::npos) return;
        const std::string found = text.substr(begin, end + 1 - begin);
        const bool is_level = found.size() > 3 && found[2] >= '0' && found[2] <= '9' && found[3] == '-';
        if (is_level && std::ranges::find(names, found) == names.end())
            throw UsageError(fmt::format("a text: expected {}, found {}", fmt::join(names, ", "), found));
    }
}

} // namespace

std::vector<FigureContent> figure_contents(const Figure& figure, FigureInputs& inputs,
                                           const JobContext& job) {
    std::vector<FigureContent> contents = ContentMaker(figure, inputs, job).make();
    mark_estimates(figure, inputs, contents);
    return contents;
}

std::string with_rates(const std::string& text, const FigureSource& source, FigureInputs& inputs,
                       const JobContext& job) {
    constexpr std::array<std::string_view, 4> names{"{l1-hit-rate}", "{l2-hit-rate}", "{l1-look-ups}",
                                                    "{l2-look-ups}"};
    refuse_other_placeholders(text, names);
    if (std::ranges::none_of(names, [&](auto name) { return text.find(name) != std::string::npos; }))
        return text;
    const Profile& profile = inputs.profile(source);
    const TimeWindow everything{0, profile.positions()};
    const Headline headline = headline_of(profile, counting_of(inputs.config(source), inputs.only(source)),
                                          everything, profile.totals(everything, job));
    const std::array<std::string, 4> values{rate_text(headline.l1), rate_text(headline.l2),
                                            lookups_text(headline.l1), lookups_text(headline.l2)};
    std::string result = text;
    for (std::size_t i = 0; i < names.size(); ++i)
        for (std::size_t at = result.find(names[i]); at != std::string::npos; at = result.find(names[i], at))
            result.replace(at, names[i].size(), values[i]);
    return result;
}

} // namespace hitmap
