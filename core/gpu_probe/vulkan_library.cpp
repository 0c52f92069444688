#include "core/gpu_probe/vulkan_library.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <dlfcn.h>

namespace hitmap {

VulkanLibrary::VulkanLibrary(const char* file) : library_(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr)
        throw Error(fmt::format("expected Vulkan's loader {}, found none; in Debian, the package libvulkan1 "
                                "has it, and mesa-vulkan-drivers has drivers",
                                file));
    get_proc_ = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library_, "vkGetInstanceProcAddr"));
    if (get_proc_ != nullptr) return;
    dlclose(library_);
    throw Error(fmt::format("{}: expected vkGetInstanceProcAddr, found a library without it", file));
}

VulkanLibrary::~VulkanLibrary() {
    dlclose(library_);
}

} // namespace hitmap
