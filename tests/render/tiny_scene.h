#pragma once

#include "core/trace/model/recording.h"
#include "render/view/view.h"

#include <memory>
#include <vector>

namespace hitmap::test {

/// Two squares side by side in the plane z = 0, each of two triangles, and a padding slot:
///
///   y = 1   +-----+     +-----+
///           |1 /  |     |4 /  |     slot 2 is padding
///           | / 0 |     | / 3 |     x: -3 .. -1 and 1 .. 3
///   y = -1  +-----+     +-----+
///
/// Both squares face +z. Two boxes of level 0 around them from z = -1 to z = 1, and one of level 1 inside the
/// left one.
[[nodiscard]] std::shared_ptr<const RecordedScene> tiny_scene();

/// Looks along -z from (0, 0, 6); the picture is 6 high at z = 0, so 20 pixels a unit at 160x120.
[[nodiscard]] View tiny_view();

/// Pixel of the point (x, y, 0) in a 160x120 picture of tiny_view().
struct PixelPlace {
    int x;
    int y;
};
[[nodiscard]] PixelPlace pixel_of(float x, float y);

[[nodiscard]] std::shared_ptr<const std::vector<float>> values(std::vector<float> list);

} // namespace hitmap::test
