#include <array>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel.h"
#include "tasks.h"

namespace program {

namespace {

/// Adds in `groups` work groups of 8 invocations, and prints the result.
void add(Device& device, std::uint32_t groups) {
    Buffer& in = device.make_buffer(128);
    Buffer& out = device.make_buffer(128);
    const std::array buffers{&in, &out};
    run_kernel(device, Kernel(device, "add", buffers), groups);
    print(out);
    std::fflush(stdout);
}

/// A child that is forked when the layer is loaded, executes no other program, and has a device of its own.
void fork_with(void (*end)(int)) {
    { const Device before; }
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        {
            Device device;
            add(device, 2);
        }
        end(0);
    }
    waitpid(child, nullptr, 0);
    Device device;
    add(device, 1);
}
void forks() {
    fork_with(std::exit);
}
void forks_without_exit() {
    fork_with(_exit);
}

void aborts() {
    Device device;
    add(device, 1);
    std::abort();
}

void fails() {
    Device device;
    add(device, 1);
    std::exit(7);
}

/// Work groups of 1 x 32 invocations.
void tall() {
    Device device;
    Buffer& in = device.make_buffer(128);
    Buffer& out = device.make_buffer(128);
    const std::array buffers{&in, &out};
    run_kernel(device, Kernel(device, "tall", buffers), 1);
    print(out);
}

/// A structure of a version of Vulkan that the headers of the layer do not have:
/// VkPhysicalDeviceVulkan14Features.
struct Unknown {
    VkStructureType type = static_cast<VkStructureType>(55);
    const void* next = nullptr;
    std::array<VkBool32, 21> features{};
};

void behind_unknown(VkBool32 addresses) {
    VkPhysicalDeviceFeatures2 features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    VkPhysicalDeviceVulkan12Features v12{};
    v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    v12.pNext = &features;
    v12.bufferDeviceAddress = addresses;
    Unknown unknown;
    unknown.next = &v12;
    Device device({VK_API_VERSION_1_3, {}, &unknown});
    add(device, 1);
    std::printf("%u %u\n", v12.bufferDeviceAddress, features.features.shaderInt64);
}
void unknown_first() {
    behind_unknown(VK_FALSE);
}
void unknown_first_enabled() {
    behind_unknown(VK_TRUE);
}

/// The same with a structure in memory that cannot be written.
void unknown_first_constant() {
    static constexpr VkPhysicalDeviceVulkan12Features v12 = [] {
        VkPhysicalDeviceVulkan12Features features{};
        features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
        return features;
    }();
    Unknown unknown;
    unknown.next = &v12;
    Device device({VK_API_VERSION_1_3, {}, &unknown});
    add(device, 1);
}

} // namespace

std::span<const Task> process_tasks() {
    static constexpr Task list[] = {
        {"forks", forks},
        {"forks-without-exit", forks_without_exit},
        {"aborts", aborts},
        {"fails", fails},
        {"tall", tall},
        {"unknown-first", unknown_first},
        {"unknown-first-enabled", unknown_first_enabled},
        {"unknown-first-constant", unknown_first_constant},
    };
    return list;
}

} // namespace program
