#include "capture/layer/layer.h"

#include <array>
#include <cstring>
#include <pthread.h>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "capture/layer/interceptions.h"

namespace hitmap::capture {

namespace {

std::unordered_map<std::string_view, PFN_vkVoidFunction> by_name() {
    std::unordered_map<std::string_view, PFN_vkVoidFunction> functions;
    for (const auto list :
         {instance_interceptions(), buffer_interceptions(), structure_interceptions(), name_interceptions(),
          descriptor_interceptions(), pipeline_interceptions(), command_interceptions(), draw_interceptions(),
          graphics_interceptions(), ray_interceptions(), build_interceptions(), ray_tracing_interceptions(),
          submission_interceptions()})
        for (const Interception& interception : list)
            functions.emplace(interception.name, interception.function);
    return functions;
}

PFN_vkVoidFunction interception(const char* name) {
    static const auto functions = by_name();
    const auto found = functions.find(name);
    return found == functions.end() ? nullptr : found->second;
}

PFN_vkVoidFunction get_device_function(VkDevice device, const char* name) {
    const auto found = layer().devices.find(dispatch_key(device));
    if (!found) return nullptr;
    const PFN_vkVoidFunction next = found->next.GetDeviceProcAddr(device, name);
    const PFN_vkVoidFunction own = interception(name);
    // A function that the device does not have is not offered because this layer knows it.
    if (own == nullptr || next == nullptr) return next;
    return found->records || std::strcmp(name, "vkDestroyDevice") == 0 ||
                   std::strcmp(name, "vkGetDeviceProcAddr") == 0
               ? own
               : next;
}

PFN_vkVoidFunction get_instance_function(VkInstance instance, const char* name) {
    if (instance == VK_NULL_HANDLE) return interception(name);
    const auto found = layer().instances.find(dispatch_key(instance));
    if (!found) return interception(name);
    const PFN_vkVoidFunction next = found->next.GetInstanceProcAddr(instance, name);
    const PFN_vkVoidFunction own = interception(name);
    return own == nullptr || next == nullptr ? next : own;
}

} // namespace

Layer::Layer() : capture(std::make_shared<Capture>(settings_of_environment())) {}

void Layer::begin_in_child() {
    // Never destroyed: a thread of the other process may have held its locks.
    inherited.push_back(capture);
    Settings settings = capture->settings();
    // Of a process without `hitmap record`: its recording must not take the place of the other one.
    if (!settings.keeps_spool && settings.output.find("%p") == std::string::npos)
        settings.output = with_number_of_process(settings.output);
    capture = std::make_shared<Capture>(std::move(settings));
}

Layer& layer() {
    static auto* const the_layer = new Layer; // NOLINT(cppcoreguidelines-owning-memory): see layer.h
    return *the_layer;
}

std::shared_ptr<Capture> layer_capture() {
    return layer().capture;
}

DeviceObject& device_of(void* dispatchable) {
    return *layer().devices.find(dispatch_key(dispatchable));
}

namespace {

/// Ends the recording when the process ends. The layer remains loaded until then (-z nodelete).
struct AtExit {
    AtExit() {
        pthread_atfork(nullptr, nullptr, [] { layer().begin_in_child(); });
    }
    AtExit(const AtExit&) = delete;
    AtExit& operator=(const AtExit&) = delete;
    ~AtExit() { layer().capture->finish(); }
};
const AtExit at_exit;

} // namespace

} // namespace hitmap::capture

extern "C" {

[[gnu::visibility("default")]] VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
hitmap_capture_device_function(VkDevice device, const char* name) {
    return hitmap::capture::get_device_function(device, name);
}

[[gnu::visibility("default")]] VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
hitmap_capture_instance_function(VkInstance instance, const char* name) {
    return hitmap::capture::get_instance_function(instance, name);
}

[[gnu::visibility("default")]] VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* negotiation) {
    if (negotiation == nullptr || negotiation->sType != LAYER_NEGOTIATE_INTERFACE_STRUCT ||
        negotiation->loaderLayerInterfaceVersion < 2)
        return VK_ERROR_INITIALIZATION_FAILED;
    negotiation->loaderLayerInterfaceVersion = 2;
    negotiation->pfnGetInstanceProcAddr = hitmap_capture_instance_function;
    negotiation->pfnGetDeviceProcAddr = hitmap_capture_device_function;
    negotiation->pfnGetPhysicalDeviceProcAddr = nullptr;
    return VK_SUCCESS;
}
}
