#pragma once

#include "core/trace/model/ray_event.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// How rays and hits are predicted from one another (docs/trace-format.md, "Ray events"). All functions use
/// basic operations and square roots of doubles only, so that every machine computes the same bits.
namespace hitmap::hmt {

/// The fields of a ray and of a hit, each of which has a prediction for an event, in the order of the file.
enum class RayField : std::uint8_t { origin, tmin, direction, tmax, flags, mask, structure };
inline constexpr std::size_t ray_field_count = 7;
enum class HitField : std::uint8_t { shape, instance, geometry, primitive, t };
inline constexpr std::size_t hit_field_count = 5;

/// What the value of a lane is predicted by. `before` is the ray or hit of the same place before it: of the
/// lane before it in the event or, for the lowest lane, of the highest one of the event before.
enum class RayPrediction : std::uint8_t {
    same = 0,   ///< equals that of `before`, and nothing is stored
    before = 1, ///< that of `before`
    own = 2,    ///< that of the lane's last ray or hit; if it has none, as `before`
    step = 3,   ///< continues the step to `before` from the one before that
    hit = 4,    ///< of an origin: the committed hit of the lane's last ray; if it has none, as `line`
    line = 5,   ///< of an origin: on the lane's last ray, at the largest component of its direction
    point = 6,  ///< of a direction: to the point that `before` reaches at t = 1
    target = 7, ///< of a direction: of unit length, to the point that `before` reaches at its tmax
    length = 8, ///< of a tmax: the distance to the point that `before` reaches at its tmax
    /// Of a direction: of unit length, to where `before` comes closest to the line of the ray before that. Of
    /// a tmax: as far behind or in front of that point as that of `before`, in proportion.
    crossing = 9,
};
/// Added to the prediction of a direction: its largest component follows from the others by unit length.
inline constexpr std::uint8_t unit_direction = 16;

[[nodiscard]] bool is_prediction_of(RayField field, std::uint8_t code);
[[nodiscard]] bool is_prediction_of(HitField field, std::uint8_t code);

/// What predicts the ray of a lane.
struct RayContext {
    const Ray& before;
    const Ray& second;               ///< of the place, before `before`
    const Ray* own = nullptr;        ///< null: the chunk has none of the lane before
    const RayHit* own_hit = nullptr; ///< the committed hit of `own`; null: none in the chunk
};

/// The order in which the components of a vector are coded: a prediction can depend on those before it.
using AxisOrder = std::array<std::uint8_t, 3>;
/// @param last  the component that is coded last; the others stay in order
[[nodiscard]] AxisOrder with_last(std::uint8_t last);
[[nodiscard]] AxisOrder origin_order(RayPrediction by, const RayContext& context);

/// A component of a ray's origin. @param known  the components before it in the order
[[nodiscard]] float predicted_origin(RayPrediction by, const RayContext& context, std::uint8_t axis,
                                     const glm::vec3& known);
/// A direction from a known origin.
[[nodiscard]] glm::vec3 predicted_direction(RayPrediction by, const RayContext& context,
                                            const glm::vec3& origin);
/// The component that gives a direction unit length, where the two others are known.
[[nodiscard]] float unit_component(const glm::vec3& known, std::uint8_t axis, bool negative);
[[nodiscard]] float predicted_tmin(RayPrediction by, const RayContext& context);
[[nodiscard]] float predicted_tmax(RayPrediction by, const RayContext& context, const glm::vec3& origin);
/// The ray whose flags, mask and structure are predicted.
[[nodiscard]] const Ray& predicted_ray(RayPrediction by, const RayContext& context);

/// The component with the largest absolute value, the first of equal ones; one that is no number is small.
[[nodiscard]] std::uint8_t largest_axis(const glm::vec3& v);

} // namespace hitmap::hmt
