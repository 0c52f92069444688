#include "capture/layer/device/device_features.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>

namespace hitmap::capture {

namespace {

/// Whether a driver is known to inline all shaders of a ray-tracing pipeline into one compute shader, so that
/// subgroup operations work in each of them, although it does not list their stages, and lanes stay together:
/// lavapipe (Mesa 25.0, lvp_ray_tracing_pipeline.c).
bool inlines_pipelines(VkDriverId driver) {
    return driver == VK_DRIVER_ID_MESA_LLVMPIPE;
}

/// The name of the layout that a driver's acceleration structures have in memory; empty if it is not known.
/// Layouts change with versions of the driver.
std::string tree_layout_of(const VkPhysicalDeviceDriverProperties& driver) {
    const std::string_view version = driver.driverInfo;
    const bool is_lavapipe = driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE;
    return is_lavapipe && version.starts_with("Mesa 25.0.") ? "lavapipe-25.0" : "";
}

} // namespace

RecordedFeatures::RecordedFeatures(const InstanceObject& instance, VkPhysicalDevice physical,
                                   const VkDeviceCreateInfo& info, const Settings& settings)
    : info_(info), chain_(info.pNext) {
    ask(instance, physical, settings);
    if (!missing_.empty()) return;
    enable_features();
    enable_addresses();
    if (facts_.int64_atomics) enable_atomics();
    enable_extensions();
    info_.pNext = chain_.first();
}

void RecordedFeatures::refuse(const std::string& why) {
    if (missing_.empty()) missing_ = why;
}

void RecordedFeatures::ask(const InstanceObject& instance, VkPhysicalDevice physical,
                           const Settings& settings) {
    const InstanceFunctions& next = instance.next;
    VkPhysicalDeviceProperties properties{};
    next.GetPhysicalDeviceProperties(physical, &properties);
    facts_.name = properties.deviceName;
    // llvmpipe ends all loops of an invocation after 65,536 iterations, so that a shader cannot wait.
    facts_.can_wait = properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU;
    next.GetPhysicalDeviceMemoryProperties(physical, &facts_.memory);
    std::uint32_t families = 0;
    next.GetPhysicalDeviceQueueFamilyProperties(physical, &families, nullptr);
    facts_.queue_families.resize(families);
    next.GetPhysicalDeviceQueueFamilyProperties(physical, &families, facts_.queue_families.data());
    if (properties.apiVersion < VK_API_VERSION_1_2 || instance.api_version < VK_API_VERSION_1_2 ||
        next.GetPhysicalDeviceFeatures2 == nullptr || next.GetPhysicalDeviceProperties2 == nullptr)
        return refuse("it lacks Vulkan 1.2");

    VkPhysicalDeviceVulkan12Features v12{};
    v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &v12, {}};
    next.GetPhysicalDeviceFeatures2(physical, &features);
    if (features.features.shaderInt64 == VK_FALSE) refuse("it lacks the feature shaderInt64");
    if (v12.bufferDeviceAddress == VK_FALSE) refuse("it lacks the feature bufferDeviceAddress");
    facts_.int64_atomics = v12.shaderBufferInt64Atomics != VK_FALSE;

    VkPhysicalDeviceDriverProperties driver{};
    driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
    VkPhysicalDeviceSubgroupProperties subgroups{};
    subgroups.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
    subgroups.pNext = &driver;
    VkPhysicalDeviceProperties2 more{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &subgroups, {}};
    next.GetPhysicalDeviceProperties2(physical, &more);
    constexpr VkSubgroupFeatureFlags needed = VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT;
    if ((subgroups.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0 ||
        (subgroups.supportedOperations & needed) != needed)
        refuse("it lacks subgroup operations \"basic\" and \"ballot\" in compute shaders");
    facts_.subgroup_size = subgroups.subgroupSize;
    if (facts_.subgroup_size > 128) refuse("its subgroups have more than 128 lanes");
    ask_stages(features.features, properties.limits, subgroups.supportedStages);
    ask_ray_tracing(subgroups.supportedStages, driver.driverID);
    facts_.tree_layout = tree_layout_of(driver);
    facts_.keeps_subgroups = inlines_pipelines(driver.driverID);
    ask_extensions(instance, physical, settings);
}

void RecordedFeatures::ask_stages(const VkPhysicalDeviceFeatures& features,
                                  const VkPhysicalDeviceLimits& limits, VkShaderStageFlags with_subgroups) {
    const auto ask_stage = [&](const char* stage, VkShaderStageFlags bit, StageBits recorded, VkBool32 stores,
                               const char* feature) {
        const bool subgroups = (with_subgroups & bit) != 0;
        if (subgroups && stores != VK_FALSE) {
            facts_.stages |= recorded;
            return;
        }
        facts_.other_stages += (facts_.other_stages.empty() ? "" : "; ") + std::string(stage) +
                               " shaders are not recorded: " + facts_.name +
                               (subgroups ? " lacks the feature " : " does not have their stage in ") +
                               (subgroups ? feature : "subgroupSupportedStages");
    };
    ask_stage("vertex", VK_SHADER_STAGE_VERTEX_BIT, stage_vertex, features.vertexPipelineStoresAndAtomics,
              "vertexPipelineStoresAndAtomics");
    ask_stage("fragment", VK_SHADER_STAGE_FRAGMENT_BIT, stage_fragment, features.fragmentStoresAndAtomics,
              "fragmentStoresAndAtomics");
    facts_.draw_binding = limits.maxVertexInputBindings - 1;
    facts_.draw_input = limits.maxVertexInputAttributes - 1;
    // The components after the location are left to built-in variables, whose components count too (Vulkan,
    // VUID-RuntimeSpirv-Location-06272): gl_PerVertex has at most 13.
    constexpr std::uint32_t of_built_in = 16;
    facts_.draw_output =
        (std::min(limits.maxVertexOutputComponents, limits.maxFragmentInputComponents) - of_built_in) / 4 - 1;
}

/// Ray-tracing shaders need no feature for stores. (Vulkan, "Features")
void RecordedFeatures::ask_ray_tracing(VkShaderStageFlags with_subgroups, VkDriverId driver) {
    constexpr std::array<std::pair<VkShaderStageFlagBits, const char*>, 6> stages{
        {{VK_SHADER_STAGE_RAYGEN_BIT_KHR, "ray generation"},
         {VK_SHADER_STAGE_ANY_HIT_BIT_KHR, "any hit"},
         {VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR, "closest hit"},
         {VK_SHADER_STAGE_MISS_BIT_KHR, "miss"},
         {VK_SHADER_STAGE_INTERSECTION_BIT_KHR, "intersection"},
         {VK_SHADER_STAGE_CALLABLE_BIT_KHR, "callable"}}};
    const auto* const end = info_.ppEnabledExtensionNames + info_.enabledExtensionCount;
    if (std::none_of(info_.ppEnabledExtensionNames, end, [](const char* name) {
            return std::strcmp(name, VK_KHR_RAY_TRACING_PIPELINE_EXTENSION_NAME) == 0;
        }))
        return;
    std::string without;
    for (const auto& [bit, name] : stages)
        if ((with_subgroups & bit) == 0 && !inlines_pipelines(driver))
            without += (without.empty() ? "" : ", ") + std::string(name);
    if (without.empty())
        facts_.stages |= stage_ray_tracing;
    else
        facts_.no_ray_tracing =
            facts_.name + " does not have these stages in subgroupSupportedStages: " + without;
}

bool RecordedFeatures::supports(const char* extension) const {
    return std::any_of(supported_.begin(), supported_.end(), [=](const VkExtensionProperties& e) {
        return std::strcmp(e.extensionName, extension) == 0;
    });
}

void RecordedFeatures::ask_extensions(const InstanceObject& instance, VkPhysicalDevice physical,
                                      const Settings& settings) {
    const InstanceFunctions& next = instance.next;
    std::uint32_t count = 0;
    next.EnumerateDeviceExtensionProperties(physical, nullptr, &count, nullptr);
    supported_.resize(count);
    next.EnumerateDeviceExtensionProperties(physical, nullptr, &count, supported_.data());
    supported_.resize(count);

    const auto properties = [&](void* structure) {
        VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, structure, {}};
        next.GetPhysicalDeviceProperties2(physical, &all);
    };
    if (supports(VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME)) {
        VkPhysicalDeviceShaderSMBuiltinsPropertiesNV nv{};
        nv.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV;
        properties(&nv);
        facts_.sms = nv.shaderSMCount;
        facts_.core = CoreNumber::nv_sm_builtins;
    } else if (supports(VK_ARM_SHADER_CORE_BUILTINS_EXTENSION_NAME)) {
        VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM arm{};
        arm.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_BUILTINS_PROPERTIES_ARM;
        properties(&arm);
        facts_.sms = static_cast<std::uint32_t>(std::bit_width(arm.shaderCoreMask));
        facts_.core = CoreNumber::arm_core_builtins;
    } else if (supports(VK_AMD_SHADER_CORE_PROPERTIES_EXTENSION_NAME)) {
        VkPhysicalDeviceShaderCorePropertiesAMD amd{};
        amd.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD;
        properties(&amd);
        facts_.sms = amd.shaderEngineCount * amd.shaderArraysPerEngineCount * amd.computeUnitsPerShaderArray;
    }
    if (settings.time_stamps && supports(VK_KHR_SHADER_CLOCK_EXTENSION_NAME)) {
        VkPhysicalDeviceShaderClockFeaturesKHR clock{};
        clock.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR;
        VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &clock, {}};
        next.GetPhysicalDeviceFeatures2(physical, &features);
        if (clock.shaderDeviceClock != VK_FALSE)
            facts_.clock = Clock::device;
        else if (clock.shaderSubgroupClock != VK_FALSE)
            facts_.clock = Clock::subgroup;
    }
}

void RecordedFeatures::enable_features() {
    constexpr VkStructureType type = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    std::vector<VkBool32 VkPhysicalDeviceFeatures::*> needed{&VkPhysicalDeviceFeatures::shaderInt64};
    if ((facts_.stages & stage_vertex) != 0)
        needed.push_back(&VkPhysicalDeviceFeatures::vertexPipelineStoresAndAtomics);
    if ((facts_.stages & stage_fragment) != 0)
        needed.push_back(&VkPhysicalDeviceFeatures::fragmentStoresAndAtomics);
    if (chain_.find<VkPhysicalDeviceFeatures2>(type) == nullptr) {
        if (info_.pEnabledFeatures != nullptr) features_ = *info_.pEnabledFeatures;
        for (const auto feature : needed)
            features_.*feature = VK_TRUE;
        info_.pEnabledFeatures = &features_;
        return;
    }
    for (const auto feature : needed)
        chain_.set_part(type, &VkPhysicalDeviceFeatures2::features, feature, VK_TRUE);
}

void RecordedFeatures::enable_addresses() {
    constexpr VkStructureType v12 = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    constexpr VkStructureType own = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES;
    constexpr VkStructureType old = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES_EXT;
    if (chain_.set(v12, &VkPhysicalDeviceVulkan12Features::bufferDeviceAddress, VK_TRUE) ||
        chain_.set(own, &VkPhysicalDeviceBufferDeviceAddressFeatures::bufferDeviceAddress, VK_TRUE))
        return;
    if (chain_.find<VkBaseInStructure>(old) != nullptr)
        return refuse("the program enables buffer device addresses in a way that this layer does not know");
    addresses_.sType = own;
    addresses_.bufferDeviceAddress = VK_TRUE;
    chain_.prepend(addresses_);
}

void RecordedFeatures::enable_atomics() {
    constexpr VkStructureType v12 = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    constexpr VkStructureType own = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES;
    if (chain_.set(v12, &VkPhysicalDeviceVulkan12Features::shaderBufferInt64Atomics, VK_TRUE) ||
        chain_.set(own, &VkPhysicalDeviceShaderAtomicInt64Features::shaderBufferInt64Atomics, VK_TRUE))
        return;
    atomics_.sType = own;
    atomics_.shaderBufferInt64Atomics = VK_TRUE;
    chain_.prepend(atomics_);
}

void RecordedFeatures::add_extension(const char* name) {
    if (std::none_of(extensions_.begin(), extensions_.end(),
                     [=](const char* other) { return std::strcmp(name, other) == 0; }))
        extensions_.push_back(name);
}

void RecordedFeatures::enable_extensions() {
    extensions_.assign(info_.ppEnabledExtensionNames,
                       info_.ppEnabledExtensionNames + info_.enabledExtensionCount);
    const auto enable = [&](VkStructureType type, auto& own, auto member, const char* extension) {
        add_extension(extension);
        if (chain_.set(type, member, VK_TRUE)) return;
        own.sType = type;
        own.*member = VK_TRUE;
        chain_.prepend(own);
    };
    if (facts_.clock != Clock::none)
        enable(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR, clock_,
               facts_.clock == Clock::device ? &VkPhysicalDeviceShaderClockFeaturesKHR::shaderDeviceClock
                                             : &VkPhysicalDeviceShaderClockFeaturesKHR::shaderSubgroupClock,
               VK_KHR_SHADER_CLOCK_EXTENSION_NAME);
    if (facts_.core == CoreNumber::nv_sm_builtins)
        enable(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_FEATURES_NV, sm_builtins_,
               &VkPhysicalDeviceShaderSMBuiltinsFeaturesNV::shaderSMBuiltins,
               VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME);
    if (facts_.core == CoreNumber::arm_core_builtins)
        enable(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_BUILTINS_FEATURES_ARM, core_builtins_,
               &VkPhysicalDeviceShaderCoreBuiltinsFeaturesARM::shaderCoreBuiltins,
               VK_ARM_SHADER_CORE_BUILTINS_EXTENSION_NAME);
    info_.enabledExtensionCount = static_cast<std::uint32_t>(extensions_.size());
    info_.ppEnabledExtensionNames = extensions_.data();
}

} // namespace hitmap::capture
