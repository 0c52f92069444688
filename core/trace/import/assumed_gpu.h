#pragma once

#include <cstdint>

namespace hitmap {

/// The number of SMs of a recording of a GPU that does not name the SM or the GPU, if the user chooses none:
/// those of an RTX 2080 Ti, the GPU that `hitmap trace` simulates.
inline constexpr std::uint32_t assumed_sms = 68;

} // namespace hitmap
