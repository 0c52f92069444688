#include "app/cli/options/sequence_options.h"

#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "core/base/error.h"
#include "render/picture/metric_picture.h"
#include "render/view/camera_path.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

constexpr std::uint64_t usual_pictures = 60;

std::vector<ViewState> states_of_frames(const ViewState& start, bool frame_given) {
    FrameRange shown = start.frames;
    if (!frame_given) shown = {shown.total, 0, shown.total};
    if (shown.count < 2)
        throw UsageError(
            fmt::format("--sequence frames: expected 2 or more frames, found {} of {} (--frames Q "
                        "cuts the time into Q frames)",
                        shown.count, shown.total));
    std::vector<ViewState> states;
    for (std::uint64_t i = 0; i < shown.count; ++i) {
        states.push_back(start);
        states.back().frames = {shown.total, shown.first + i, 1};
    }
    // The same colour is the same value in all of them.
    for (ViewState& state : states)
        if (state.view.range_mode != RangeMode::manual &&
            (state.view.range_mode != RangeMode::full || value_style_of(state.metric) != ValueStyle::percent))
            state.view.range_mode = RangeMode::all_frames;
    return states;
}

} // namespace

std::string SequenceOptions::camera_file() const {
    return of_frames() || sequence == "turntable" ? std::string() : sequence;
}

void SequenceOptions::check() const {
    if (!given()) {
        if (pictures) throw UsageError("--pictures: expected with --sequence");
        if (per_second) throw UsageError("--fps: expected with --sequence");
        return;
    }
    if (of_frames() && pictures)
        throw UsageError(
            "--pictures: expected with --sequence turntable or CAMERAS.json; of frames, there is "
            "one picture of each");
}

std::vector<ViewState> SequenceOptions::states(const ViewState& start, bool frame_given,
                                               const Aabb& bounds) const {
    if (of_frames()) return states_of_frames(start, frame_given);
    const std::uint64_t count = pictures.value_or(usual_pictures);
    const bool turns = sequence == "turntable";
    const Camera still = normalised(start.view.camera);
    const CameraPath path(turns ? std::vector{still} : path_from_json(read_text_file(sequence), sequence));
    const glm::vec3 centre = bounds.empty() ? still.position : bounds.center();
    std::vector<ViewState> states;
    for (std::uint64_t i = 0; i < count; ++i) {
        states.push_back(start);
        const auto step = static_cast<double>(i);
        // A turn ends one picture before it is where it began, so that it can be repeated.
        states.back().view.camera =
            turns ? turned_about(still, centre, 360.0 * step / static_cast<double>(count))
                  : path.at(step / static_cast<double>(count - 1));
    }
    return states;
}

void add_sequence_options(CLI::App& command, SequenceOptions& options) {
    command
        .add_option(
            "--sequence", options.sequence,
            "With --panel mesh: draw many pictures: one of each frame (of --frames), with one range of "
            "colours; a turn of the camera about the centre of the scene (turntable); or a way along the "
            "cameras of a JSON list. OUT.png becomes OUT-0000.png and so on; OUT.apng is an animation; "
            "OUT.mp4 and OUT.webm are videos, which need the program ffmpeg")
        ->check(not_empty("frames, turntable or a file"))
        ->type_name("frames|turntable|CAMERAS.json");
    command
        .add_option("--pictures", options.pictures, "Number of pictures of a turn or of a way of the camera")
        ->check(whole_number(2, SequenceOptions::most_pictures))
        ->type_name("N")
        ->default_str(std::to_string(usual_pictures));
    command.add_option("--fps", options.per_second, "Pictures a second of an animation or a video")
        ->check(whole_number(1, 120))
        ->type_name("N")
        ->default_str("10");
}

} // namespace hitmap
