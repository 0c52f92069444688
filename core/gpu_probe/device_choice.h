#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

/// A Vulkan device, as far as its choice and a report need it.
struct GpuDescription {
    std::string name;   ///< "llvmpipe (LLVM 15.0.6, 256 bits)"
    std::string driver; ///< "llvmpipe, Mesa 22.3.6"; may be empty
    std::string vendor; ///< "NVIDIA", or its PCI number in hexadecimal
    bool is_cpu = false;
    std::uint32_t sms = 0;       ///< 0: the device does not say
    std::uint32_t warp_size = 0; ///< lanes of a subgroup
};

/// Returns the number of the device with `name` in its name, ignoring case; without a name, that of the first
/// GPU, or else of the first device. Throws UsageError that lists the devices if none has the name, and Error
/// if there are no devices.
[[nodiscard]] std::size_t choose_device(std::span<const GpuDescription> devices, std::string_view name);

/// Throws Error that says that there is no device, and where drivers are.
[[noreturn]] void throw_no_device();

/// The name of a vendor by its number in Vulkan or PCI.
[[nodiscard]] std::string vendor_name(std::uint32_t number);

} // namespace hitmap
