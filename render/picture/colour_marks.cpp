#include "render/picture/colour_marks.h"

namespace hitmap {

namespace {

std::vector<ColourMark> marks_of_map(const ColourMap& map) {
    return {
        {"lowest values", map.at(0.0F)}, {"middle values", map.at(0.5F)}, {"highest values", map.at(1.0F)}};
}

} // namespace

std::vector<ColourMark> marks_of(std::string_view colour_map, bool difference, const ColourBarText& bar) {
    std::vector<ColourMark> marks =
        marks_of_map(difference ? difference_map() : colour_map_named(colour_map));
    marks.push_back({pattern_text(Pattern::not_accessed, difference, bar), not_accessed_colour});
    if (!difference) return marks;
    marks.push_back({pattern_text(Pattern::only_a, true, bar), only_a_colour});
    marks.push_back({pattern_text(Pattern::only_b, true, bar), only_b_colour});
    return marks;
}

std::vector<ColourMark> marks_of(const FramebufferPanel& panel) {
    if (panel.sides) return marks_of(panel.colour_map, true, *panel.sides);
    std::vector<ColourMark> marks = marks_of_map(colour_map_named(panel.colour_map));
    marks.push_back({panel.words.absent, not_accessed_colour});
    return marks;
}

std::vector<ColourMark> marks_of(const PlotData& plot, const PlotStyle& style) {
    std::vector<ColourMark> marks;
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
        const PlotSeries& series = plot.series[i];
        if (!series.points.empty()) marks.push_back({series.title, style.colour(series.look.value_or(i))});
    }
    return marks;
}

} // namespace hitmap
