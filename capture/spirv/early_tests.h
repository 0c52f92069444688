#pragma once

#include "capture/spirv/entry_points.h"

namespace hitmap::capture {

/// Whether a fragment shader that does not ask for early depth and stencil tests gives the same results with
/// them. Then implementations do them early, until the shader gets side effects. (Vulkan, "Early Fragment
/// Tests") It must not discard, write memory, or write depth, stencil reference or sample mask. Alpha to
/// coverage is state of the pipeline.
[[nodiscard]] bool may_test_early(const Module& module, const Decorations& decorations, const Entry& entry);

} // namespace hitmap::capture
