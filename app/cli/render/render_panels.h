#pragma once

#include "app/cli/input/model_input.h"
#include "app/cli/render/render_options.h"
#include "app/cli/render/render_sides.h"
#include "core/profile/pixels/window_pixels.h"
#include "render/picture/panels.h"

namespace hitmap {

/// Whether the cells of the framebuffer show the sectors of local memory.
[[nodiscard]] bool shows_stack(const RenderOptions& options);

// Each of these returns the panel of a state, with its caption.

/// Throws FileError (no framebuffer, no local memory), Cancelled.
[[nodiscard]] FramebufferPanel framebuffer_panel(const RenderOptions& options, const ModelInput& model,
                                                 const Profile& profile, const ViewState& state,
                                                 const JobContext& job);
/// @param pixels  of the frames of the state
/// Throws what image_of() throws.
[[nodiscard]] FramebufferPanel image_panel(const RenderOptions& options, const RenderedSide& side,
                                           const WindowPixels& pixels, const ViewState& state,
                                           const JobContext& job);

/// One side of the difference of two images.
struct CountedSide {
    const RenderedSide& side;
    const WindowPixels& pixels;
    FrameRange frames; ///< of the pixels
};
/// Throws what image_difference_of() throws.
[[nodiscard]] FramebufferPanel image_difference_panel(const RenderOptions& options, const CountedSide& a,
                                                      const CountedSide& b, const ViewState& state,
                                                      const JobContext& job);

} // namespace hitmap
