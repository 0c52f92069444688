#include "render/scene/ray_style.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace hitmap {

namespace {

constexpr std::array<float, 2> long_dashes{0.6F, 0.4F};
constexpr std::array<float, 4> short_dots{0.12F, 0.38F, 0.12F, 0.38F};
constexpr std::array<float, 4> dashes_and_dots{0.5F, 0.2F, 0.1F, 0.2F};
constexpr std::array<float, 6> dashes_and_two_dots{0.4F, 0.14F, 0.09F, 0.14F, 0.09F, 0.14F};
/// A ray has at most this number of periods, however long it is.
constexpr float most_periods = 200.0F;

} // namespace

RayStyle ray_style(std::uint8_t kind) {
    // The colours of Okabe and Ito 2008, which people with colour vision deficiencies distinguish.
    switch (kind) {
    case 0:
        return {{0, 114, 178}, {}};
    case 1:
        return {{213, 94, 0}, long_dashes};
    case 2:
        return {{204, 121, 167}, short_dots};
    case 3:
        return {{0, 158, 115}, dashes_and_dots};
    default:
        return {{90, 90, 90}, dashes_and_two_dots};
    }
}

void append_ray(const RayLine& ray, const glm::vec3& colour, float period, std::vector<GuideLine>& lines) {
    const auto dashes = ray_style(ray.kind).dashes;
    const float length = glm::length(ray.to - ray.from);
    if (dashes.empty() || !(length > 0.0F) || !std::isfinite(length)) {
        lines.push_back({ray.from, ray.to, colour});
        return;
    }
    const float step = std::max(period, length / most_periods) / length; // a period as a share of the ray
    const auto at = [&](float share) { return ray.from + std::min(share, 1.0F) * (ray.to - ray.from); };
    for (float begin = 0.0F; begin < 1.0F; begin += step) {
        float place = begin;
        for (std::size_t i = 0; i < dashes.size() && place < 1.0F; i += 2) {
            lines.push_back({at(place), at(place + step * dashes[i]), colour});
            place += step * (dashes[i] + dashes[i + 1]);
        }
    }
}

} // namespace hitmap
