#include "app/cli/options/sequence_options.h"

#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/sequence/sequence_states.h"
#include "core/base/error.h"
#include "render/view/camera_path.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

/// Returns the frames that a sequence shows.
FrameRange frames_of(const ViewState& start, bool frame_given) {
    FrameRange shown = start.frames;
    if (!frame_given) shown = {shown.total, 0, shown.total};
    if (shown.count < 2)
        throw UsageError(
            fmt::format("--sequence frames: expected 2 or more frames, found {} of {} (--frames Q "
                        "cuts the time into Q frames)",
                        shown.count, shown.total));
    return shown;
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
    if (of_frames()) return frame_states(start, frames_of(start, frame_given));
    const std::uint64_t count = pictures.value_or(usual_turn_pictures);
    return camera_states(start, sequence == "turntable"
                                    ? turn_cameras(start.view.camera, bounds, count)
                                    : way_cameras(path_from_json(read_text_file(sequence), sequence), count));
}

void add_sequence_options(CLI::App& command, SequenceOptions& options) {
    command
        .add_option(
            "--sequence", options.sequence,
            "Draw many pictures: one of each frame (of --frames), with one range of colours; or, with "
            "--panel "
            "mesh, a turn of the camera about the centre of the scene (turntable), or a way along the "
            "cameras of a JSON list. OUT.png becomes OUT-0000.png and so on; OUT.apng is an animation; "
            "OUT.mp4 and OUT.webm are videos, which need the program ffmpeg")
        ->check(not_empty("frames, turntable or a file"))
        ->type_name("frames|turntable|CAMERAS.json");
    command
        .add_option("--pictures", options.pictures, "Number of pictures of a turn or of a way of the camera")
        ->check(whole_number(2, most_sequence_pictures))
        ->type_name("N")
        ->default_str(std::to_string(usual_turn_pictures));
    command.add_option("--fps", options.per_second, "Pictures a second of an animation or a video")
        ->check(whole_number(1, most_pictures_a_second))
        ->type_name("N")
        ->default_str(std::to_string(usual_pictures_a_second));
}

} // namespace hitmap
