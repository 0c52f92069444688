#pragma once

#include "core/geometry/builtin/sculpture.h"

#include <cstdint>

namespace hitmap {

/// A winged dragon that sits on a rock on a pedestal, its tail wound around the rock. It stands on y = 0,
/// faces +z and is about 2.6 units high. The seed changes scales, stone and spikes, not the pose.
void sculpt_dragon(Sculpture& sculpture, std::uint64_t seed);

} // namespace hitmap
