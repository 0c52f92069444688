#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vulkan/vulkan_core.h>

namespace hitmap::test {

/// The functions of the fake driver for descriptors, command buffers and queues. What is recorded into a
/// command buffer becomes FakeDriver::commands(), and a submission does nothing.
[[nodiscard]] std::span<const std::pair<std::string_view, PFN_vkVoidFunction>> fake_commands();

} // namespace hitmap::test
