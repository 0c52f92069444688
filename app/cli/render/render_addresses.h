#pragma once

#include "app/cli/input/model_input.h"
#include "app/cli/render/render_options.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/cache/results/address_map.h"
#include "render/picture/address_panel.h"
#include "render/view/view_state.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Returns the configuration that counts what --panel addresses shows.
/// @param config  of the hierarchy model
[[nodiscard]] HierarchyConfig address_config(const RenderOptions& options, const ModelConfig& config);

/// Returns the panel of a state, with its caption.
/// @param map  of the frames of the state
[[nodiscard]] AddressPanel address_panel(const RenderOptions& options, const ModelInput& model,
                                         const AddressMap& map, const ViewState& state,
                                         const JobContext& job);
/// The addresses in each of several frames, which are asked for in rising order. A simulation serves as many
/// frames as there is memory for.
class AddressFrames {
public:
    /// @param options, model  must outlive this
    /// @param frames  a map is made of each of them
    AddressFrames(const RenderOptions& options, ModelInput& model, const ModelConfig& config,
                  const FrameRange& frames);
    /// Returns the map of a frame, which is valid until the next call. Throws what simulate_addresses()
    /// throws.
    [[nodiscard]] const AddressMap& at(std::uint64_t frame, const JobContext& job);

private:
    const RenderOptions& options_;
    ModelInput& model_;
    HierarchyConfig config_;
    FrameRange frames_;
    std::uint64_t first_ = 0; ///< frame of the first map
    std::vector<AddressMap> maps_;
};

} // namespace hitmap
