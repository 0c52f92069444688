#pragma once

#include <string_view>

namespace hitmap {

/// The option of a recording that names an acceleration structure of the driver, which is an allocation with
/// contents: layout, level and address, "lavapipe-25.0 top 0x7f0000001000". One for each structure.
inline constexpr std::string_view acceleration_structure_option = "acceleration-structure";

} // namespace hitmap
