#include "render/view/view_state.h"

#include "core/base/error.h"
#include "render/view/view_fields.h"

#include <algorithm>

namespace hitmap {

FrameRange clamped(const FrameRange& frames) {
    const std::uint64_t q = std::clamp<std::uint64_t>(frames.q, 1, FrameRange::most_frames);
    const std::uint64_t n = std::clamp<std::uint64_t>(frames.n, 1, q);
    return {q, std::min(frames.f, q - n), n};
}

FrameRange with_first_frame(const FrameRange& frames, std::uint64_t f) {
    return clamped({frames.q, f, frames.n});
}

FrameRange with_frame_count(const FrameRange& frames, std::uint64_t q) {
    const FrameRange from = clamped(frames);
    const FrameRange to = clamped({q, 0, from.n});
    if (from.f == 0) return to;
    // Twice the middle and twice what lies before the middle frame, both in units of 1 / q_from new frames.
    const std::uint64_t middle = (2 * from.f + from.n) * to.q;
    const std::uint64_t before = (to.n - 1) * from.q;
    return clamped({to.q, middle > before ? (middle - before) / (2 * from.q) : 0, to.n});
}

TimeWindow frame_range_window(std::uint64_t positions, const FrameRange& frames) {
    return {frame_window(positions, frames.q, frames.f).first,
            frame_window(positions, frames.q, frames.f + frames.n - 1).last};
}

std::string view_state_to_json(const ViewState& state) {
    Json object;
    object["metric"] = info_of(state.metric).name;
    object["frames"] = state.frames.q;
    object["frame"] = state.frames.f;
    object["frame_count"] = state.frames.n;
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
    reader.read("frames", frames.q, 1, FrameRange::most_frames);
    reader.read("frame", frames.f, 0, FrameRange::most_frames - 1);
    reader.read("frame_count", frames.n, 1, FrameRange::most_frames);
    if (frames.f >= frames.q)
        throw FileError(file, "frame", fmt::format("expected 0 to {}, found {}", frames.q - 1, frames.f));
    if (frames.n > frames.q - frames.f)
        throw FileError(file, "frame_count",
                        fmt::format("expected 1 to {}, found {}", frames.q - frames.f, frames.n));
    read_view(reader, file, state.view);
    reader.finish();
    return state;
}

} // namespace hitmap
