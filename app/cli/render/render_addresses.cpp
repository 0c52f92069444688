#include "app/cli/render/render_addresses.h"

#include "app/cli/input/address_input.h"
#include "app/cli/render/panel_writers.h"
#include "app/cli/render/write_panel.h"
#include "render/view/metric_caption.h"

#include <algorithm>
#include <variant>

namespace hitmap {

namespace {

/// Frames that one simulation counts: their maps take up to 24 MiB each.
constexpr std::uint64_t frames_at_once = 16;

} // namespace

HierarchyConfig address_config(const RenderOptions& options, const ModelConfig& config) {
    HierarchyConfig counting = std::get<HierarchyConfig>(config);
    counting.explain_misses = options.address_quantity().is_cause;
    return counting;
}

AddressPanel address_panel(const RenderOptions& options, const ModelInput& model, const AddressMap& map,
                           const ViewState& state, const JobContext& job) {
    const RecordingInfo& info = model.file.info();
    const AddressQuantity& quantity = options.address_quantity();
    AddressPanel panel = address_panel_of(map, info, quantity, state.view, job);
    panel.cells.caption = picture_caption(info, options.model.config(), quantity.title, state.frames);
    panel.cells.caption.push_back(cell_size_text(map, info));
    return panel;
}

void draw_addresses(const PanelInput& input, PictureOutput& output) {
    const RenderOptions& options = input.options;
    ModelInput& model = input.side.input;
    const ViewState state = options.state();
    const TimeWindow window = frame_range_window(model.file.info().positions(), state.frames);
    const auto maps = simulate_addresses(options.addresses, address_config(options, input.side.config),
                                         {window}, model, input.job);
    write_panel(options, address_panel(options, model, maps.front(), state, input.job), input.size, output);
}

AddressFrames::AddressFrames(const RenderOptions& options, ModelInput& model, const ModelConfig& config,
                             const FrameRange& frames)
    : options_(options), model_(model), config_(address_config(options, config)), frames_(frames) {}

const AddressMap& AddressFrames::at(std::uint64_t frame, const JobContext& job) {
    if (frame < first_ || frame >= first_ + maps_.size()) {
        first_ = frame;
        const std::uint64_t end = std::min(frame + frames_at_once, frames_.first + frames_.count);
        std::vector<TimeWindow> windows;
        for (std::uint64_t f = frame; f < end; ++f)
            windows.push_back(frame_range_window(model_.file.info().positions(), {frames_.total, f, 1}));
        maps_.clear();
        maps_ = simulate_addresses(options_.addresses, config_, windows, model_, job);
    }
    return maps_[frame - first_];
}

} // namespace hitmap
