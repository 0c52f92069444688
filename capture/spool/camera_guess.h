#pragma once

#include "core/trace/recorder/recorder.h"

#include <cstdint>
#include <optional>
#include <vector>

#include "capture/log/log_reader.h"
#include "capture/spool/built_structures.h"

namespace hitmap::capture {

/// Finds the camera of rays that begin at one point: the first rays of a launch, if most of them do. Nothing
/// in a program says which rays are those of a camera.
class CameraGuess {
public:
    /// Takes the rays of a record of Payload::ray. Those of the first launch that it gets are looked at.
    void add(std::uint32_t launch, const LogRecord& record);
    /// Nothing if the first rays do not begin at one point, or are too few to tell.
    [[nodiscard]] std::optional<hmt_camera> camera() const;

private:
    void keep(const Float3& direction);

    std::optional<std::uint32_t> launch_;
    Float3 origin_{};
    std::vector<Float3> directions_; // of rays from there, at most a few thousand of unit length, evenly
    std::uint64_t stride_ = 1;       // the directions of one ray in `stride_` are kept
    std::uint64_t from_origin_ = 0;  // rays
    std::uint64_t others_ = 0;       // rays from elsewhere before the camera's have ended
    Float3 step_{};                  // sum of the steps from an even lane to the next
};

} // namespace hitmap::capture
