#pragma once

#include "core/trace/hmt/events/ray_history.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace hitmap::hmt {

/// The predictions of an event's fields, as they are stored.
using RayPredictions = std::array<std::uint8_t, ray_field_count>;
using HitPredictions = std::array<std::uint8_t, hit_field_count>;

/// The predictions of an event that leave the fewest bits. `history` has begun the event.
[[nodiscard]] RayPredictions chosen_ray_predictions(const RayEvents& data, const RayHistory& history,
                                                    const RayEvents::Entry& event);
[[nodiscard]] HitPredictions chosen_hit_predictions(const RayEvents& data, const RayHistory& history,
                                                    const RayEvents::Entry& event);

} // namespace hitmap::hmt
