#pragma once

#include <string>
#include <vector>

namespace hitmap::capture {

/// The other layers of Vulkan that this process has loaded, by the names of their libraries, such as
/// "VkLayer_khronos_validation". They can be above or below this one.
[[nodiscard]] std::vector<std::string> other_layers();

} // namespace hitmap::capture
