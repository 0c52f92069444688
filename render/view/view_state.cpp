#include "render/view/view_state.h"

#include "core/base/json_text.h"
#include "render/view/view_fields.h"
#include "render/view/view_members.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

namespace {

constexpr NameTable<Shown, 2> shown_names = {{{Shown::mesh, "mesh"}, {Shown::image, "image"}}};

void write_image(const ViewState& state, Json& object) {
    const ViewState standard;
    if (state.shown == standard.shown && state.image == standard.image) return;
    const ImageArea& area = state.image.area;
    object["shows"] = name_in(shown_names, state.shown);
    object["pixel_metric"] = state.image.quantity->name;
    object["image_zoom"] = shortest(area.zoom);
    object["image_centre"] = {shortest(area.x), shortest(area.y)};
}

void read_image(JsonNode& object, ViewState& state) {
    object.read("shows", state.shown, shown_names);
    std::string name(state.image.quantity->name);
    object.read("pixel_metric", name);
    const PixelQuantity* const quantity = pixel_quantity_named(name);
    if (quantity == nullptr)
        object.refuse("pixel_metric", fmt::format("unknown quantity of pixels '{}'", name));
    state.image.quantity = quantity;
    ImageArea& area = state.image.area;
    object.read("image_zoom", area.zoom);
    if (!(area.zoom >= 1.0F && area.zoom <= ImageArea::largest_zoom))
        object.refuse("image_zoom",
                      fmt::format("expected 1 to {}, found {}", ImageArea::largest_zoom, area.zoom));
    const auto found = object.read_array("image_centre");
    if (!found) return;
    const Json& centre = found->value();
    const auto is_share = [](const Json& value) {
        return value.is_number() && value.get<double>() >= 0.0 && value.get<double>() <= 1.0;
    };
    if (centre.size() != 2 || !is_share(centre[0]) || !is_share(centre[1]))
        found->refuse(fmt::format("expected two numbers from 0 to 1, found {}", centre.dump()));
    area.x = centre[0].get<float>();
    area.y = centre[1].get<float>();
}

} // namespace

FrameRange clamped(const FrameRange& frames) {
    const std::uint64_t total = std::clamp<std::uint64_t>(frames.total, 1, FrameRange::most_frames);
    const std::uint64_t count = std::clamp<std::uint64_t>(frames.count, 1, total);
    FrameRange valid{total, std::min(frames.first, total - count), count};
    if (total == frames.total) valid.bounds = frames.bounds;
    return valid;
}

FrameRange with_first_frame(const FrameRange& frames, std::uint64_t first) {
    return clamped({frames.total, first, frames.count, frames.bounds});
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
    if (frames.bounds != nullptr && frames.bounds->begins.size() == frames.total + 1 &&
        frames.bounds->begins.back() == positions)
        return {frames.bounds->begins[frames.first], frames.bounds->begins[frames.first + frames.count]};
    return {frame_window(positions, frames.total, frames.first).first,
            frame_window(positions, frames.total, frames.first + frames.count - 1).last};
}

double share_before(const FrameRange& frames, std::uint64_t f) {
    if (frames.bounds == nullptr || frames.bounds->begins.back() == 0)
        return static_cast<double>(f) / static_cast<double>(frames.total);
    const std::vector<std::uint64_t>& begins = frames.bounds->begins;
    return static_cast<double>(begins[f]) / static_cast<double>(begins.back());
}

std::uint64_t frame_at_share(const FrameRange& frames, double share) {
    std::uint64_t low = 0; // begins at or before the share
    std::uint64_t high = frames.total;
    while (high - low > 1) {
        const std::uint64_t middle = low + (high - low) / 2;
        (share_before(frames, middle) <= share ? low : high) = middle;
    }
    return low;
}

std::string view_state_to_json(const ViewState& state) {
    Json object;
    object["metric"] = info_of(state.metric).name;
    object["frames"] = state.frames.total;
    object["frame"] = state.frames.first;
    object["frame_count"] = state.frames.count;
    write_view(state.view, object);
    write_image(state, object);
    return object.dump(2) + "\n";
}

ViewState view_state_from_json(std::string_view json, std::string_view file, const ViewState& defaults) {
    const Json value = parse_json_text<Json>(json, file);
    JsonNode object(value, "", file);
    ViewState state = defaults;
    std::string metric(info_of(state.metric).name);
    object.read("metric", metric);
    const std::optional<Metric> known = metric_named(metric);
    if (!known) object.refuse("metric", fmt::format("unknown metric '{}'", metric));
    state.metric = *known;
    FrameRange& frames = state.frames;
    object.read("frames", frames.total, 1, FrameRange::most_frames);
    object.read("frame", frames.first, 0, FrameRange::most_frames - 1);
    object.read("frame_count", frames.count, 1, FrameRange::most_frames);
    if (frames.first >= frames.total)
        object.refuse("frame", fmt::format("expected 0 to {}, found {}", frames.total - 1, frames.first));
    if (frames.count > frames.total - frames.first)
        object.refuse("frame_count",
                      fmt::format("expected 1 to {}, found {}", frames.total - frames.first, frames.count));
    read_view(object, state.view);
    read_image(object, state);
    object.finish();
    return state;
}

} // namespace hitmap
