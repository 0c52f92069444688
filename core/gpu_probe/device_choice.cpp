#include "core/gpu_probe/device_choice.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace hitmap {

namespace {

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return lower;
}

} // namespace

std::size_t choose_device(std::span<const GpuDescription> devices, std::string_view name) {
    if (devices.empty()) throw_no_device();
    const std::string wanted = lower_case(name);
    std::string names;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (name.empty() ? !devices[i].is_cpu : lower_case(devices[i].name).find(wanted) != std::string::npos)
            return i;
        names += fmt::format("{}'{}'", i == 0 ? "" : ", ", devices[i].name);
    }
    if (name.empty()) return 0;
    throw UsageError(fmt::format(
        "--gpu: expected a part of the name of a device, which is one of {}; found '{}'", names, name));
}

void throw_no_device() {
    throw Error(
        "expected a Vulkan device, found none; in Debian, the package mesa-vulkan-drivers has drivers, "
        "also one for the CPU");
}

std::string vendor_name(std::uint32_t number) {
    // Vendor IDs of PCI, and of the enumeration VkVendorId for devices without one.
    static constexpr std::array<std::pair<std::uint32_t, std::string_view>, 8> vendors{
        {{0x1002, "AMD"},
         {0x1010, "Imagination"},
         {0x106b, "Apple"},
         {0x10de, "NVIDIA"},
         {0x13b5, "Arm"},
         {0x5143, "Qualcomm"},
         {0x8086, "Intel"},
         {0x10005, "Mesa"}}};
    const auto* const found =
        std::ranges::find(vendors, number, &std::pair<std::uint32_t, std::string_view>::first);
    return found == vendors.end() ? fmt::format("vendor {:#x}", number) : std::string(found->second);
}

} // namespace hitmap
