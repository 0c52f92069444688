#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>
#include <vulkan/vulkan_core.h>

#include "capture/spirv/instrument.h"

/// What the layer knows of the program's objects. An object is shared, since command buffers may use one that
/// the program has destroyed and made again under the same handle.
namespace hitmap::capture {

constexpr std::uint32_t no_buffer = ~std::uint32_t{0};

struct BufferObject {
    std::uint64_t bytes = 0;
    std::uint64_t address = 0;        ///< 0: not bound to memory, or without an address
    std::uint32_t number = no_buffer; ///< in the spool, from the first binding to memory
    std::string name;                 ///< by the program; may be empty
    bool can_be_copied = false;
    std::atomic<bool> contents_taken{false};   ///< a command buffer copies them
    std::atomic<bool> contents_written{false}; ///< they are in the spool
};

struct BufferViewObject {
    std::shared_ptr<BufferObject> buffer;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint32_t texel_bytes = 0;
};

struct ModuleObject {
    std::vector<std::uint32_t> words; ///< as the program made it
    std::string name;                 ///< by the program; may be empty
    std::once_flag once;
    InstrumentedModule instrumented; ///< valid after `once`, without words
    std::uint32_t first_site = 0;
    VkShaderModule handle = VK_NULL_HANDLE; ///< of the instrumented module; null: the program's is used
};

struct SetBinding {
    VkDescriptorType type = VK_DESCRIPTOR_TYPE_MAX_ENUM;
    std::uint32_t count = 0;
    std::uint32_t first = 0; ///< its first descriptor in the set
};

struct SetLayoutObject {
    std::map<std::uint32_t, SetBinding> bindings; ///< by number
    std::uint32_t descriptors = 0;
};

struct PipelineLayoutObject {
    std::vector<std::shared_ptr<SetLayoutObject>> sets;
};

/// An acceleration structure, which is a part of a buffer.
struct StructureObject {
    std::shared_ptr<BufferObject> buffer;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// A descriptor of a buffer or an acceleration structure. Others have no buffer.
struct Descriptor {
    std::shared_ptr<BufferObject> buffer;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint32_t texel_bytes = 0;
    std::uint64_t structure = 0; ///< address of the acceleration structure; 0: it is none
};

struct SetObject {
    std::shared_ptr<SetLayoutObject> layout;
    std::vector<Descriptor> descriptors;
};

struct TemplateObject {
    std::vector<VkDescriptorUpdateTemplateEntry> entries;
    std::uint32_t set = 0;
    std::shared_ptr<PipelineLayoutObject> push_layout; ///< null: of sets
    VkPipelineBindPoint push_point = VK_PIPELINE_BIND_POINT_COMPUTE;
};

/// A binding that a kernel accesses.
struct UsedBinding {
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
};

struct CommandPoolObject {
    bool dispatches = true; ///< its queues take dispatches
};

struct PipelineObject {
    bool recorded = false; ///< has an instrumented shader
    /// The pipeline with the instrumented shader, if the program's pipeline has its own: where only some
    /// kernels are recorded, their names decide, and a program may name a pipeline after it was made. Null:
    /// there is one pipeline.
    VkPipeline instrumented = VK_NULL_HANDLE;
    std::uint32_t number = 0; ///< in the order in which the process made them
    std::string kernel;
    std::shared_ptr<ModuleObject> module;
    std::array<std::uint32_t, 3> block{1, 1, 1};
    bool block_is_known = false;
    std::uint32_t shared_bytes = 0;
    std::vector<UsedBinding> used;
    bool tests_early = false;       ///< InstrumentedModule::tests_early of its fragment shader
    bool alpha_to_coverage = false; ///< is on, or can be
    bool dynamic_stride = false;    ///< the strides of vertex buffers are dynamic
};

} // namespace hitmap::capture
