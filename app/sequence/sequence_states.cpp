#include "app/sequence/sequence_states.h"

#include "render/view/camera_path.h"

namespace hitmap {

View with_one_range(View view, const RangeSubject& shown, ValueStyle style, bool of_elements) {
    const bool is_share = style == ValueStyle::percent || style == ValueStyle::percentage_points;
    const RangeMode mode = range_mode_for(view, shown);
    if (mode == RangeMode::manual || (mode == RangeMode::full && is_share)) return view;
    const bool robust = mode == RangeMode::percentiles || mode == RangeMode::frame_percentiles;
    // Differences and pixels are known for the frames of the sequence alone.
    const bool known = of_elements && !shown.difference && shown.pixels == nullptr;
    view.range_mode = robust && known ? RangeMode::percentiles : RangeMode::all_frames;
    return view;
}

std::vector<ViewState> frame_states(const ViewState& start, const FrameRange& frames) {
    std::vector<ViewState> states(frames.count, start);
    for (std::uint64_t i = 0; i < frames.count; ++i)
        states[i].frames = {frames.total, frames.first + i, 1, frames.bounds};
    return states;
}

std::vector<ViewState> camera_states(const ViewState& start, const std::vector<Camera>& cameras) {
    std::vector<ViewState> states(cameras.size(), start);
    for (std::size_t i = 0; i < cameras.size(); ++i)
        states[i].view.camera = cameras[i];
    return states;
}

std::vector<Camera> turn_cameras(const Camera& start, const Aabb& bounds, std::size_t count) {
    const Camera still = normalised(start);
    const glm::vec3 centre = bounds.empty() ? still.position : bounds.center();
    std::vector<Camera> cameras;
    for (std::size_t i = 0; i < count; ++i)
        cameras.push_back(
            turned_about(still, centre, 360.0 * static_cast<double>(i) / static_cast<double>(count)));
    return cameras;
}

std::vector<Camera> way_cameras(const std::vector<Camera>& cameras, std::size_t count) {
    const CameraPath path(cameras);
    std::vector<Camera> way;
    for (std::size_t i = 0; i < count; ++i)
        way.push_back(path.at(static_cast<double>(i) / static_cast<double>(count - 1)));
    return way;
}

} // namespace hitmap
