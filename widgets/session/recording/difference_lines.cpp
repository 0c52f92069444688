#include "widgets/session/recording/difference_lines.h"

namespace hitmap {

PictureSide picture_side(const Simulation& simulation, const FrameRange& frames) {
    const OpenRecording& recording = *simulation.recording;
    return {recording.name,   recording.info(),       recording.scene, *simulation.profile,
            simulation.model, simulation.config.only, frames,          recording.element_rays};
}

std::vector<std::string> difference_lines(const FrameValues& values, const View& view) {
    const DifferenceSides& sides = values.sides;
    const DifferenceText text{values.metric, sides.letters, sides.own, values.refusals(), values.colours};
    const PictureSide own = picture_side(*values.simulation, values.frames);
    const PictureSide other = picture_side(*sides.other, sides.other_frames);
    const bool is_baseline = sides.own == Side::baseline;
    return difference_caption(text, view, is_baseline ? own : other, is_baseline ? other : own);
}

} // namespace hitmap
