#include "render/view/view_state.h"

#include "core/base/error.h"
#include "render/view/view_fields.h"

#include <algorithm>

namespace hitmap {

FrameRange clamped(const FrameRange& frames) {
    const std::uint64_t total = std::clamp<std::uint64_t>(frames.total, 1, FrameRange::most_frames);
    const std::uint64_t count = std::clamp<std::uint64_t>(frames.count, 1, total);
    return {total, std::min(frames.first, total - count), count};
}

FrameRange with_first_frame(const FrameRange& frames, std::uint64_t first) {
    return clamped({frames.total, first, frames.count});
}

FrameRange with_frame_count(const FrameRange& frames, std::uint64_t total) {
    const FrameRange from = clamped(frames);
    const FrameRange to = clamped({total, 0, from.count});
    if (from.first == 0) return to;
    // The middle of the old range, and the length of the new range before its middle frame; both doubled and
    // in units of 1 / from.total new frames.
    const std::uint64_t middle = (2 * from.first + from.count) * to.total;
    const std::uint64_t before = (to.count - 1) * from.total;
    return clamped({to.total, middle > before ? (middle - before) / (2 * from.total) : 0, to.count});
}

TimeWindow frame_range_window(std::uint64_t positions, const FrameRange& frames) {
    return {frame_window(positions, frames.total, frames.first).first,
            frame_window(positions, frames.total, frames.first + frames.count - 1).last};
}

std::string view_state_to_json(const ViewState& state) {
    Json object;
    object["metric"] = info_of(state.metric).name;
    object["frames"] = state.frames.total;
    object["frame"] = state.frames.first;
    object["frame_count"] = state.frames.count;
    write_view(state.view, object);
    return object.dump(2) + "\n";
}

ViewState view_state_from_json(std::string_view json, std::string_view file, const ViewState& defaults) {
    const Json object = parse_json(json, file);
    ViewState state = defaults;
    ObjectReader reader(object, file);
    std::string metric(info_of(state.metric).name);
    reader.read("metric", metric);
    const std::optional<Metric> known = metric_named(metric);
    if (!known) throw FileError(file, "metric", fmt::format("unknown metric '{}'", metric));
    state.metric = *known;
    FrameRange& frames = state.frames;
    reader.read("frames", frames.total, 1, FrameRange::most_frames);
    reader.read("frame", frames.first, 0, FrameRange::most_frames - 1);
    reader.read("frame_count", frames.count, 1, FrameRange::most_frames);
    if (frames.first >= frames.total)
        throw FileError(file, "frame",
                        fmt::format("expected 0 to {}, found {}", frames.total - 1, frames.first));
    if (frames.count > frames.total - frames.first)
        throw FileError(file, "frame_count",
                        fmt::format("expected 1 to {}, found {}", frames.total - frames.first, frames.count));
    read_view(reader, file, state.view);
    reader.finish();
    return state;
}

} // namespace hitmap
