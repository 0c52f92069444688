#include "capture/spool/camera_guess.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace hitmap::capture {

namespace {

constexpr std::size_t most_kept = std::size_t{1} << 14;
constexpr std::uint64_t least_rays = 64;
constexpr double degrees = 57.295779513082323;

Float3 vector_of(const LogRecord& record, std::uint32_t rank, std::uint32_t word) {
    Float3 v{};
    for (std::uint32_t i = 0; i < 3; ++i)
        v[i] = std::bit_cast<float>(record.word(rank, word + i));
    return v;
}
float dot(const Float3& a, const Float3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Float3 sum(const Float3& a, const Float3& b, float factor = 1.0F) {
    return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}
Float3 cross(const Float3& a, const Float3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
/// Of unit length; nothing if there is no direction.
std::optional<Float3> unit(const Float3& v) {
    const float length = std::sqrt(dot(v, v));
    if (!std::isfinite(length) || length < 1e-20F) return std::nullopt;
    return Float3{v[0] / length, v[1] / length, v[2] / length};
}

struct Range {
    float least = 0.0F;
    float most = 0.0F;
    void add(float value) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
    [[nodiscard]] float centre() const { return (least + most) / 2; }
};

} // namespace

void CameraGuess::add(std::uint32_t launch, const LogRecord& record) {
    if (!launch_ && record.lanes != 0) {
        launch_ = launch;
        origin_ = vector_of(record, 0, ray_origin);
    }
    if (launch != launch_) return;
    std::optional<Float3> even; // of the last lane, if its number is even
    unsigned even_lane = 0;
    std::uint32_t rank = 0;
    for (unsigned half = 0; half < 2; ++half)
        for (std::uint64_t rest = record.mask[half]; rest != 0; rest &= rest - 1, ++rank) {
            const unsigned lane = static_cast<unsigned>(std::countr_zero(rest));
            const auto direction = unit(vector_of(record, rank, ray_direction));
            if (vector_of(record, rank, ray_origin) != origin_ || !direction) {
                ++others_;
                continue;
            }
            keep(*direction);
            if (lane % 2 == 1 && even && even_lane + 1 == lane)
                step_ = sum(step_, sum(*direction, *even, -1.0F));
            even = lane % 2 == 0 ? direction : std::nullopt;
            even_lane = lane;
        }
}

void CameraGuess::keep(const Float3& direction) {
    if (from_origin_++ % stride_ != 0) return;
    if (directions_.size() == most_kept) {
        for (std::size_t i = 0; 2 * i < directions_.size(); ++i)
            directions_[i] = directions_[2 * i];
        directions_.resize(most_kept / 2);
        stride_ *= 2;
        if ((from_origin_ - 1) % stride_ != 0) return;
    }
    directions_.push_back(direction);
}

std::optional<hmt_camera> CameraGuess::camera() const {
    // Secondary rays of a launch begin elsewhere, mostly one or a few for each of the camera.
    constexpr std::uint64_t most_secondary = 64;
    if (from_origin_ < least_rays || others_ / most_secondary > from_origin_) return std::nullopt;
    Float3 mean{};
    for (const Float3& direction : directions_)
        mean = sum(mean, direction);
    auto forward = unit(mean);
    if (!forward) return std::nullopt;
    const auto right = unit(sum(step_, *forward, -dot(step_, *forward)));
    if (!right) return std::nullopt;
    float half_height = 0.0F;
    Float3 up = cross(*right, *forward);
    // The mean is not quite in the middle of a picture in perspective.
    for (int round = 0; round < 4; ++round) {
        Range x;
        Range y;
        for (const Float3& direction : directions_) {
            const float depth = dot(direction, *forward);
            if (depth <= 0.0F) return std::nullopt;
            x.add(dot(direction, *right) / depth);
            y.add(dot(direction, up) / depth);
        }
        half_height = (y.most - y.least) / 2;
        forward = unit(sum(sum(*forward, *right, x.centre()), up, y.centre()));
        const auto new_up = forward ? unit(cross(*right, *forward)) : std::nullopt;
        if (!new_up) return std::nullopt;
        up = *new_up;
    }
    const double opening = 2 * std::atan(static_cast<double>(half_height)) * degrees;
    if (!(opening > 0.1 && opening < 175.0)) return std::nullopt;
    hmt_camera camera{};
    std::copy(origin_.begin(), origin_.end(), camera.position);
    std::copy(forward->begin(), forward->end(), camera.forward);
    std::copy(up.begin(), up.end(), camera.up);
    camera.fov_y_degrees = static_cast<float>(opening);
    return camera;
}

} // namespace hitmap::capture
