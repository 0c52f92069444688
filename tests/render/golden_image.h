#pragma once

#include "render/image/image.h"

#include <gmock/gmock.h>

#include <string>

namespace hitmap::test {

/// Checks that the picture equals tests/render/golden/NAME.png in every byte, where NAME is that of the
/// running test: Suite.Name. The golden images are drawn by Mesa 22.3 (Debian 12); with another OpenGL, one
/// pixel in a thousand may differ. If the picture differs or the file is missing, the picture is written to
/// the build folder and the message names it; after a review it can become the new golden image.
[[nodiscard]] testing::AssertionResult equals_golden(const Image& image);

} // namespace hitmap::test
