#include "core/base/error.h"
#include "core/gpu_probe/device_choice.h"
#include "core/gpu_probe/vulkan_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

const std::vector<GpuDescription> three_devices{{"llvmpipe (LLVM 15)", "", "", true},
                                                {"NVIDIA GeForce RTX 2080 Ti", "", ""},
                                                {"AMD Radeon RX 6900", "", ""}};

TEST(DeviceChoice, TakesTheFirstGpuBeforeACpu) {
    EXPECT_EQ(choose_device(three_devices, ""), 1U);
    EXPECT_EQ(choose_device(std::span(three_devices).first(1), ""), 0U);
}

TEST(DeviceChoice, TakesAPartOfTheNameInAnyCase) {
    EXPECT_EQ(choose_device(three_devices, "radeon"), 2U);
    EXPECT_EQ(choose_device(three_devices, "LLVM"), 0U);
}

TEST(DeviceChoice, NamesTheDevicesThatThereAre) {
    EXPECT_THAT([] { static_cast<void>(choose_device(three_devices, "H100")); },
                ThrowsMessage<UsageError>(
                    "--gpu: expected a part of the name of a device, which is one of 'llvmpipe (LLVM 15)', "
                    "'NVIDIA GeForce RTX 2080 Ti', 'AMD Radeon RX 6900'; found 'H100'"));
    EXPECT_THAT([] { static_cast<void>(choose_device({}, "")); },
                ThrowsMessage<Error>(HasSubstr("expected a Vulkan device, found none")));
}

TEST(DeviceChoice, KnowsVendors) {
    EXPECT_EQ(vendor_name(0x10de), "NVIDIA");
    EXPECT_EQ(vendor_name(0x1234), "vendor 0x1234");
}

TEST(VulkanLibrary, NamesThePackageThatIsMissing) {
    EXPECT_THAT([] { VulkanLibrary("libno-such-vulkan.so.1"); },
                ThrowsMessage<Error>(
                    "expected Vulkan's loader libno-such-vulkan.so.1, found none; in Debian, the package "
                    "libvulkan1 has it, and mesa-vulkan-drivers has drivers"));
    EXPECT_THAT(
        [] { VulkanLibrary("libz.so.1"); },
        ThrowsMessage<Error>(HasSubstr("expected vkGetInstanceProcAddr, found a library without it")));
}

} // namespace
} // namespace hitmap
