#include "tests/capture/layer/driver/fake_driver.h"

#include "tests/capture/layer/driver/fake_commands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace hitmap::test {

std::string set_layer_variables() {
    static const std::string output = testing::TempDir() + "driver_test.hmt";
    static const std::string spool = output + "." + std::to_string(getpid()) + ".spool";
    static const bool is_set = [] {
        // NOLINTBEGIN(concurrency-mt-unsafe): before the layer runs
        setenv("HITMAP_CAPTURE_OUTPUT", output.c_str(), 1);
        setenv("HITMAP_CAPTURE_LOG", "65536", 1);
        setenv("HITMAP_CAPTURE_KEEP_SPOOL", "1", 1);
        // NOLINTEND(concurrency-mt-unsafe)
        return std::atexit([] { std::remove(spool.c_str()); }) == 0;
    }();
    if (!is_set) throw std::runtime_error("the spool would not be removed");
    return spool;
}

/// The functions of the driver. They find it through the object that they get, and at the creation of the
/// instance through the allocator.
struct FakeFunctions {
    template <class Handle>
    static FakeDriver& of(Handle object) {
        return *reinterpret_cast<FakeDriver::Object*>(object)->driver;
    }

    static VkResult create_instance(const VkInstanceCreateInfo*, const VkAllocationCallbacks* allocator,
                                    VkInstance* instance) {
        *instance =
            reinterpret_cast<VkInstance>(&static_cast<FakeDriver*>(allocator->pUserData)->instance_object_);
        return VK_SUCCESS;
    }
    static VkResult create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                  const VkAllocationCallbacks*, VkDevice* device) {
        if (info->pEnabledFeatures != nullptr) of(physical).enabled_ = *info->pEnabledFeatures;
        *device = reinterpret_cast<VkDevice>(&of(physical).device_object_);
        return VK_SUCCESS;
    }
    static void properties(VkPhysicalDevice, VkPhysicalDeviceProperties* properties) {
        *properties = {};
        std::strcpy(properties->deviceName, "fake device");
        properties->apiVersion = VK_API_VERSION_1_3;
        properties->limits.maxVertexInputBindings = properties->limits.maxVertexInputAttributes = 16;
        properties->limits.maxVertexOutputComponents = properties->limits.maxFragmentInputComponents = 64;
    }
    static void properties2(VkPhysicalDevice physical, VkPhysicalDeviceProperties2* all) {
        properties(physical, &all->properties);
        for (auto* s = static_cast<VkBaseOutStructure*>(all->pNext); s != nullptr; s = s->pNext) {
            if (s->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) continue;
            auto* const subgroups = reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(s);
            subgroups->subgroupSize = 32;
            subgroups->supportedStages = of(physical).facts_.subgroup_stages;
            subgroups->supportedOperations = VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT;
        }
    }
    static void features2(VkPhysicalDevice physical, VkPhysicalDeviceFeatures2* all) {
        all->features.shaderInt64 = VK_TRUE;
        all->features.vertexPipelineStoresAndAtomics = of(physical).facts_.vertex_stores;
        all->features.fragmentStoresAndAtomics = of(physical).facts_.fragment_stores;
        for (auto* s = static_cast<VkBaseOutStructure*>(all->pNext); s != nullptr; s = s->pNext) {
            if (s->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES) continue;
            auto* const v12 = reinterpret_cast<VkPhysicalDeviceVulkan12Features*>(s);
            v12->bufferDeviceAddress = v12->shaderBufferInt64Atomics = VK_TRUE;
        }
    }
    static void memory_properties(VkPhysicalDevice, VkPhysicalDeviceMemoryProperties* properties) {
        *properties = {};
        properties->memoryTypeCount = properties->memoryHeapCount = 1;
        properties->memoryTypes[0].propertyFlags =
            VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    }
    static void queue_families(VkPhysicalDevice, std::uint32_t* count, VkQueueFamilyProperties* families) {
        *count = 1;
        if (families != nullptr) *families = {VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT, 1, 0, {1, 1, 1}};
    }
    static VkResult extensions(VkPhysicalDevice, const char*, std::uint32_t* count, VkExtensionProperties*) {
        *count = 0;
        return VK_SUCCESS;
    }

    /// A vkCreate function whose object needs no memory.
    template <class Info, class Handle>
    static VkResult create(VkDevice device, const Info*, const VkAllocationCallbacks*, Handle* handle) {
        *handle = of(device).template next_handle<Handle>();
        return VK_SUCCESS;
    }
    template <class Handle>
    static void destroy(VkDevice, Handle, const VkAllocationCallbacks*) {}
    static void destroy_device(VkDevice, const VkAllocationCallbacks*) {}
    static void destroy_instance(VkInstance, const VkAllocationCallbacks*) {}
    static void requirements(VkDevice, VkBuffer, VkMemoryRequirements* needs) { *needs = {4096, 64, 1}; }
    /// The log is the largest buffer of the layer.
    static VkResult allocate(VkDevice device, const VkMemoryAllocateInfo*, const VkAllocationCallbacks*,
                             VkDeviceMemory* memory) {
        constexpr std::size_t bytes = std::size_t{1} << 20;
        of(device).memory_.push_back(std::make_unique<std::byte[]>(bytes));
        *memory = reinterpret_cast<VkDeviceMemory>(of(device).memory_.back().get());
        return VK_SUCCESS;
    }
    static VkResult bind(VkDevice, VkBuffer, VkDeviceMemory, VkDeviceSize) { return VK_SUCCESS; }
    static VkResult map(VkDevice, VkDeviceMemory memory, VkDeviceSize, VkDeviceSize, VkMemoryMapFlags,
                        void** mapped) {
        *mapped = reinterpret_cast<void*>(memory);
        return VK_SUCCESS;
    }
    static VkDeviceAddress address(VkDevice, const VkBufferDeviceAddressInfo*) { return 0x7f0012340040; }
    static VkResult create_module(VkDevice device, const VkShaderModuleCreateInfo* info,
                                  const VkAllocationCallbacks*, VkShaderModule* module) {
        *module = of(device).next_handle<VkShaderModule>();
        of(device).modules_.emplace_back(
            *module, std::vector(info->pCode, info->pCode + info->codeSize / sizeof(std::uint32_t)));
        return VK_SUCCESS;
    }
    static VkResult create_compute(VkDevice device, VkPipelineCache, std::uint32_t count,
                                   const VkComputePipelineCreateInfo*, const VkAllocationCallbacks*,
                                   VkPipeline* handles) {
        std::generate_n(handles, count, [&] { return of(device).next_handle<VkPipeline>(); });
        return VK_SUCCESS;
    }
    static VkResult create_graphics(VkDevice device, VkPipelineCache, std::uint32_t count,
                                    const VkGraphicsPipelineCreateInfo* infos, const VkAllocationCallbacks*,
                                    VkPipeline* handles) {
        for (std::uint32_t i = 0; i < count; ++i) {
            FakeDriver::Pipeline& made = of(device).graphics_.emplace_back();
            made.stages.assign(infos[i].pStages, infos[i].pStages + infos[i].stageCount);
            const auto& input = *infos[i].pVertexInputState;
            made.attributes.assign(input.pVertexAttributeDescriptions,
                                   input.pVertexAttributeDescriptions +
                                       input.vertexAttributeDescriptionCount);
            handles[i] = of(device).next_handle<VkPipeline>();
        }
        return VK_SUCCESS;
    }
    static VkResult create_ray_tracing(VkDevice device, VkDeferredOperationKHR operation,
                                       VkPipelineCache cache, std::uint32_t count,
                                       const VkRayTracingPipelineCreateInfoKHR* infos,
                                       const VkAllocationCallbacks*, VkPipeline* handles) {
        std::fill_n(handles, count, VkPipeline{VK_NULL_HANDLE});
        if (std::uint32_t& refused = of(device).facts_.refused_ray_tracing; refused != 0) {
            --refused;
            return VK_ERROR_OUT_OF_DEVICE_MEMORY;
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            FakeDriver::Pipeline& made = of(device).ray_tracing_.emplace_back();
            made.stages.assign(infos[i].pStages, infos[i].pStages + infos[i].stageCount);
            made.handle = handles[i] = of(device).next_handle<VkPipeline>();
            made.operation = operation;
            made.cache = cache;
        }
        return operation == VK_NULL_HANDLE ? VK_SUCCESS : VK_OPERATION_DEFERRED_KHR;
    }

    static VkResult semaphore_value(VkDevice, VkSemaphore, std::uint64_t* value) {
        *value = 0;
        return VK_SUCCESS;
    }

    template <class Function>
    static std::pair<std::string_view, PFN_vkVoidFunction> entry(const char* name, Function* function) {
        return {name, reinterpret_cast<PFN_vkVoidFunction>(function)};
    }
    static PFN_vkVoidFunction find(std::string_view name);
    static PFN_vkVoidFunction instance_function(VkInstance, const char* name) { return find(name); }
    static PFN_vkVoidFunction device_function(VkDevice, const char* name) { return find(name); }
};

PFN_vkVoidFunction FakeFunctions::find(std::string_view name) {
    using F = FakeFunctions;
    const std::array functions{
        entry("vkCreateInstance", F::create_instance),
        entry("vkDestroyInstance", F::destroy_instance),
        entry("vkCreateDevice", F::create_device),
        entry("vkDestroyDevice", F::destroy_device),
        entry("vkGetPhysicalDeviceProperties", F::properties),
        entry("vkGetPhysicalDeviceProperties2", F::properties2),
        entry("vkGetPhysicalDeviceFeatures2", F::features2),
        entry("vkGetPhysicalDeviceMemoryProperties", F::memory_properties),
        entry("vkGetPhysicalDeviceQueueFamilyProperties", F::queue_families),
        entry("vkEnumerateDeviceExtensionProperties", F::extensions),
        entry("vkGetDeviceProcAddr", F::device_function),
        entry("vkCreateBuffer", F::create<VkBufferCreateInfo, VkBuffer>),
        entry("vkDestroyBuffer", F::destroy<VkBuffer>),
        entry("vkGetBufferMemoryRequirements", F::requirements),
        entry("vkAllocateMemory", F::allocate),
        entry("vkFreeMemory", F::destroy<VkDeviceMemory>),
        entry("vkBindBufferMemory", F::bind),
        entry("vkMapMemory", F::map),
        entry("vkGetBufferDeviceAddress", F::address),
        entry("vkCreatePipelineLayout", F::create<VkPipelineLayoutCreateInfo, VkPipelineLayout>),
        entry("vkDestroyPipelineLayout", F::destroy<VkPipelineLayout>),
        entry("vkCreateShaderModule", F::create_module),
        entry("vkDestroyShaderModule", F::destroy<VkShaderModule>),
        entry("vkCreateComputePipelines", F::create_compute),
        entry("vkCreateGraphicsPipelines", F::create_graphics),
        entry("vkCreateRayTracingPipelinesKHR", F::create_ray_tracing),
        entry("vkDestroyPipeline", F::destroy<VkPipeline>),
        entry("vkDestroyCommandPool", F::destroy<VkCommandPool>),
        entry("vkCreateSemaphore", F::create<VkSemaphoreCreateInfo, VkSemaphore>),
        entry("vkDestroySemaphore", F::destroy<VkSemaphore>),
        entry("vkGetSemaphoreCounterValue", F::semaphore_value),
    };
    const auto found =
        std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f.first == name; });
    if (found != functions.end()) return found->second;
    for (const auto& [command, function] : fake_commands())
        if (command == name) return function;
    return nullptr;
}

FakeDriver::FakeDriver(const Facts& facts)
    : facts_(facts),
      instance_object_{&instance_object_, this},
      physical_object_{&instance_object_, this}, // the loader's word is that of the instance
      device_object_{&device_object_, this},
      commands_object_{&device_object_, this}, // and that of the device
      queue_objects_{device_object_, device_object_},
      library_(dlopen(HITMAP_LAYER_LIBRARY, RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) throw std::runtime_error("the layer cannot be loaded");
    const auto negotiate = reinterpret_cast<PFN_vkNegotiateLoaderLayerInterfaceVersion>(
        dlsym(library_, "vkNegotiateLoaderLayerInterfaceVersion"));
    VkNegotiateLayerInterface layer{LAYER_NEGOTIATE_INTERFACE_STRUCT, nullptr, 2, nullptr, nullptr, nullptr};
    if (negotiate == nullptr || negotiate(&layer) != VK_SUCCESS)
        throw std::runtime_error("the layer refuses the loader");
    get_instance_ = layer.pfnGetInstanceProcAddr;
    get_device_ = layer.pfnGetDeviceProcAddr;

    VkAllocationCallbacks allocator{};
    allocator.pUserData = this;
    VkLayerInstanceLink instance_link{nullptr, FakeFunctions::instance_function, nullptr};
    VkLayerInstanceCreateInfo chain{};
    chain.sType = VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO;
    chain.function = VK_LAYER_LINK_INFO;
    chain.u.pLayerInfo = &instance_link;
    VkInstanceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pNext = &chain;
    const auto create_instance =
        reinterpret_cast<PFN_vkCreateInstance>(get_instance_(VK_NULL_HANDLE, "vkCreateInstance"));
    if (create_instance(&info, &allocator, &instance_) != VK_SUCCESS)
        throw std::runtime_error("the layer makes no instance");

    VkLayerDeviceLink device_link{nullptr, FakeFunctions::instance_function, FakeFunctions::device_function};
    VkLayerDeviceCreateInfo device_chain{};
    device_chain.sType = VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO;
    device_chain.function = VK_LAYER_LINK_INFO;
    device_chain.u.pLayerInfo = &device_link;
    VkDeviceCreateInfo device_info{};
    device_info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    device_info.pNext = &device_chain;
    const char* const extensions[] = {VK_KHR_RAY_TRACING_PIPELINE_EXTENSION_NAME};
    device_info.enabledExtensionCount = facts.ray_tracing ? 1 : 0;
    device_info.ppEnabledExtensionNames = extensions;
    const auto create_device =
        reinterpret_cast<PFN_vkCreateDevice>(get_instance_(instance_, "vkCreateDevice"));
    if (create_device(reinterpret_cast<VkPhysicalDevice>(&physical_object_), &device_info, nullptr,
                      &device_) != VK_SUCCESS)
        throw std::runtime_error("the layer makes no device");
}

FakeDriver::~FakeDriver() {
    function<PFN_vkDestroyDevice>("vkDestroyDevice")(device_, nullptr);
    reinterpret_cast<PFN_vkDestroyInstance>(get_instance_(instance_, "vkDestroyInstance"))(instance_,
                                                                                           nullptr);
    dlclose(library_); // The layer remains loaded until the process ends.
}

const std::vector<std::uint32_t>& FakeDriver::module_words(VkShaderModule module) const {
    for (const auto& [handle, words] : modules_)
        if (handle == module) return words;
    throw std::runtime_error("the driver does not have this module");
}

} // namespace hitmap::test
