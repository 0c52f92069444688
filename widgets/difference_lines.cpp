#include "widgets/difference_lines.h"

#include "core/profile/headline.h"
#include "core/trace/element_source.h"
#include "render/metric_caption.h"
#include "render/metric_picture.h"

#include <fmt/format.h>

#include <utility>

namespace hitmap {

namespace {

std::vector<std::string> lines_of_side(const Simulation& simulation, const FrameRange& frames,
                                       TimeWindow window, Metric metric) {
    const OpenRecording& recording = *simulation.recording;
    std::vector<std::string> lines =
        metric_caption(recording.info(), simulation.model, metric, frames, simulation.config.only);
    lines.front() = fmt::format("{}: {}", recording.name, lines.front());
    const CountedAs counting = counting_of(simulation.model, simulation.config.only);
    for (std::string& line :
         metric_summary(*simulation.profile, counting, ElementSources(recording.scene), window, metric))
        lines.push_back(std::move(line));
    return lines;
}

} // namespace

std::vector<std::string> difference_lines(const FrameValues& values) {
    const DifferenceSides& sides = values.sides;
    const auto of_own = lines_of_side(*values.simulation, values.frames, values.window, values.metric);
    const auto of_other = lines_of_side(*sides.other, sides.other_frames, sides.other_window, values.metric);
    const bool is_baseline = sides.own == Side::baseline;
    return difference_caption(values.metric, sides.letters, sides.own, is_baseline ? of_own : of_other,
                              is_baseline ? of_other : of_own);
}

} // namespace hitmap
