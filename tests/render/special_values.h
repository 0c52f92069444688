#pragma once

#include <limits>

namespace hitmap::test {

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();

} // namespace hitmap::test
