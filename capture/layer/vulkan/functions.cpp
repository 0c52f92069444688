#include "capture/layer/vulkan/functions.h"

namespace hitmap::capture {

// Vulkan returns all functions as one type of pointer, which is cast to the type of the function.
#define HITMAP_LOAD(name) functions.name = reinterpret_cast<PFN_vk##name>(get(object, "vk" #name));

InstanceFunctions load_functions(VkInstance object, PFN_vkGetInstanceProcAddr get) {
    InstanceFunctions functions;
    functions.GetInstanceProcAddr = get;
    HITMAP_INSTANCE_FUNCTIONS(HITMAP_LOAD)
    return functions;
}

DeviceFunctions load_functions(VkDevice object, PFN_vkGetDeviceProcAddr get) {
    DeviceFunctions functions;
    functions.GetDeviceProcAddr = get;
    HITMAP_DEVICE_FUNCTIONS(HITMAP_LOAD)
    return functions;
}

#undef HITMAP_LOAD

} // namespace hitmap::capture
