#pragma once

#include "core/geometry/builtin/sculpture.h"

#include <cstdint>

namespace hitmap {

/// A winged dragon that sits on a rock on a pedestal, its tail wound around the rock. Standing on y = 0,
/// facing +z, about 2.6 units high. The seed moves scales, stone and spikes, not the pose.
void sculpt_dragon(Sculpture& sculpture, std::uint64_t seed);

} // namespace hitmap
