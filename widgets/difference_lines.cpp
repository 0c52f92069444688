#include "widgets/difference_lines.h"

#include "core/profile/headline.h"
#include "core/trace/element_kind.h"
#include "core/trace/element_source.h"
#include "render/metric_caption.h"
#include "render/metric_picture.h"

#include <fmt/format.h>

#include <utility>

namespace hitmap {

namespace {

std::vector<std::string> lines_of_side(const Simulation& simulation, const FrameRange& frames,
                                       TimeWindow window, Metric metric, bool sums) {
    const OpenRecording& recording = *simulation.recording;
    std::vector<std::string> lines =
        metric_caption(recording.info(), simulation.model, metric, frames, simulation.config.only);
    lines.front() = fmt::format("{}: {}", recording.name, lines.front());
    if (!sums) return lines;
    const CountedAs counting = counting_of(simulation.model, simulation.config.only);
    for (std::string& line :
         metric_summary(*simulation.profile, counting, ElementSources(recording.scene), window, metric))
        lines.push_back(std::move(line));
    return lines;
}

/// "no difference of boxes: ..." for each kind that is drawn and has none.
std::vector<std::string> refusals_of(const FrameValues& values, const View& view) {
    std::vector<std::string> lines;
    for (const auto& [kind, drawn] :
         {std::pair(face_kind, view.show_faces), std::pair(box_kind, view.show_boxes)})
        if (drawn && !values.refusal(kind).empty())
            lines.push_back(
                fmt::format("no difference of {}: {}", element_kinds()[kind].plural, values.refusal(kind)));
    return lines;
}

} // namespace

std::vector<std::string> difference_lines(const FrameValues& values, const View& view) {
    const DifferenceSides& sides = values.sides;
    const bool sums = values.refusal(view).empty();
    const auto of_own = lines_of_side(*values.simulation, values.frames, values.window, values.metric, sums);
    const auto of_other =
        lines_of_side(*sides.other, sides.other_frames, sides.other_window, values.metric, sums);
    const bool is_baseline = sides.own == Side::baseline;
    auto lines = difference_caption(values.metric, sides.letters, sides.own, is_baseline ? of_own : of_other,
                                    is_baseline ? of_other : of_own);
    const auto refusals = refusals_of(values, view);
    lines.insert(lines.begin() + 1, refusals.begin(), refusals.end());
    return lines;
}

} // namespace hitmap
