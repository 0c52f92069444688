#include "app/figure/figure_estimates.h"

#include "app/figure/figure_json.h"
#include "core/trace/model/estimates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

/// What follows a text whose values are estimates, as in the titles of panes.
constexpr std::string_view mark_text = " \u00b7 estimate";

/// The recordings whose values a picture, plot or table shows.
std::vector<std::size_t> shown_recordings(const FigurePanel& panel) {
    std::vector<std::size_t> shown{panel.source.recording};
    const auto add = [&](const FigureSource& source) {
        if (std::ranges::find(shown, source.recording) == shown.end()) shown.push_back(source.recording);
    };
    if (panel.kind != FigurePanelKind::mesh) return shown;
    if (panel.compare) add(*panel.compare);
    for (const FigureInset& inset : panel.insets)
        add(inset.source);
    return shown;
}

class EstimateMarker {
public:
    EstimateMarker(const Figure& figure, FigureInputs& inputs, std::vector<FigureContent>& contents)
        : figure_(figure), inputs_(inputs), contents_(contents) {}

    void mark() {
        for (std::size_t i = 0; i < contents_.size(); ++i)
            mark_panel(figure_.panels[i], contents_[i]);
        mark_bars();
    }

private:
    void mark_panel(const FigurePanel& panel, FigureContent& content) {
        if (is_lettered(panel.kind))
            for (const std::size_t recording : shown_recordings(panel))
                add_reason(recording, content);
        mark_lines(panel, content);
        std::string& caption = content.need.caption;
        if (caption != panel.caption) add_reason(panel.source.recording, content);
        const bool has_caption = is_lettered(panel.kind) || caption != panel.caption;
        if (content.estimates.empty() || !has_caption) return;
        // A caption of its own, "(a) estimate", needs no dot before it.
        caption = caption.empty() ? "estimate" : caption + std::string(mark_text);
        if (content.plot) content.plot->y.title += mark_text;
    }

    /// Only lines in which results have replaced their names show values.
    void mark_lines(const FigurePanel& panel, FigureContent& content) {
        std::size_t begin = 0;
        for (std::string& line : content.lines) {
            const std::size_t end = std::min(panel.text.find('\n', begin), panel.text.size());
            if (line != panel.text.substr(begin, end - begin)) {
                add_reason(panel.source.recording, content);
                if (!content.estimates.empty()) line += mark_text;
            }
            begin = std::min(end + 1, panel.text.size());
        }
    }

    void add_reason(std::size_t recording, FigureContent& content) {
        const std::string text = estimate_text(inputs_.info(recording));
        if (text.empty()) return;
        std::string reason = fmt::format("{}: {}", figure_.recordings[recording].name, text);
        if (std::ranges::find(content.estimates, reason) == content.estimates.end())
            content.estimates.push_back(std::move(reason));
    }

    /// What one colour bar explains: all panels with its scale, or one panel if each has a range of its own.
    [[nodiscard]] std::string bar_key(std::size_t i) const {
        return figure_.ranges == FigureRanges::panel ? std::to_string(i) : scale_key(figure_.panels[i]);
    }

    void mark_bars() {
        struct Explained {
            std::size_t panels = 0;
            std::size_t estimates = 0;
        };
        std::map<std::string, Explained> bars;
        const auto has_bar = [&](std::size_t i) { return has_colours(figure_.panels[i].kind); };
        for (std::size_t i = 0; i < contents_.size(); ++i) {
            if (!has_bar(i)) continue;
            Explained& explained = bars[bar_key(i)];
            ++explained.panels;
            explained.estimates += contents_[i].estimates.empty() ? 0 : 1;
        }
        for (std::size_t i = 0; i < contents_.size(); ++i) {
            if (!has_bar(i)) continue;
            const Explained& explained = bars.at(bar_key(i));
            if (explained.estimates != 0)
                contents_[i].bar_estimate =
                    explained.estimates == explained.panels ? "estimate" : "in part an estimate";
        }
    }

    const Figure& figure_;
    FigureInputs& inputs_;
    std::vector<FigureContent>& contents_;
};

} // namespace

void mark_estimates(const Figure& figure, FigureInputs& inputs, std::vector<FigureContent>& contents) {
    EstimateMarker(figure, inputs, contents).mark();
}

std::vector<std::string> figure_estimates(const std::vector<FigureContent>& contents) {
    std::vector<std::string> reasons;
    for (const FigureContent& content : contents)
        for (const std::string& reason : content.estimates)
            if (std::ranges::find(reasons, reason) == reasons.end()) reasons.push_back(reason);
    return reasons;
}

} // namespace hitmap
