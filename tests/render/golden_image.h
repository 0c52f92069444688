#pragma once

#include "render/image/image.h"

#include <gmock/gmock.h>

#include <string>

namespace hitmap::test {

/// Equals tests/render/golden/NAME.png in every byte. Where it does not, or where that file is missing, the
/// picture is written to the build folder and the message says where; a reviewed candidate becomes the new
/// baseline. NAME is that of the running test: Suite.Name.
[[nodiscard]] testing::AssertionResult equals_golden(const Image& image);

} // namespace hitmap::test
