#include "examples/vulkan_rays/rays_trace.h"

#include "core/base/error.h"
#include "core/raytracer/scene_arrays.h"
#include "core/raytracer/scene_upload.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "examples/vulkan/compute_kernel.h"
#include "examples/vulkan/device_buffer.h"
#include "examples/vulkan_rays/acceleration_structure.h"
#include "examples/vulkan_rays/ray_pipeline.h"
#include "examples/vulkan_tracer/tracer_kernel.h"
#include "rays_comp.h"
#include "rays_rchit.h"
#include "rays_rgen.h"
#include "rays_rmiss.h"

namespace hitmap::vulkan {

namespace {

constexpr VkBufferUsageFlags build_input =
    VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
    VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR;

template <class Array>
std::span<const std::byte> bytes_of(const Array& array) {
    return std::as_bytes(std::span(array.host));
}

/// The arrays of the scene that the shaders read, with the names of the allocations of recordings, and its
/// acceleration structure.
struct SceneOnDevice {
    SceneOnDevice(const VulkanDevice& device, const GpuScene& gpu)
        : framebuffer(device, "framebuffer", bytes_of(gpu.framebuffer)),
          faces(device, "faces", bytes_of(gpu.faces), build_input),
          vertices(device, "vertices", bytes_of(gpu.vertices), build_input),
          normal_indices(device, "normal indices", bytes_of(gpu.normal_faces)),
          normals(device, "normals", bytes_of(gpu.normals)),
          mesh(AccelerationStructure::of_triangles(device, vertices,
                                                   static_cast<std::uint32_t>(gpu.vertices.host.size()),
                                                   faces, static_cast<std::uint32_t>(gpu.faces.host.size()))),
          scene(AccelerationStructure::of_instance(device, mesh)) {}

    /// By the numbers of their bindings in buffers.glsl. The tree, the source faces and the work counter are
    /// of the compute example alone.
    [[nodiscard]] std::array<const DeviceBuffer*, 9> by_binding() const {
        return {&framebuffer,    nullptr,  nullptr, &faces, &vertices,
                &normal_indices, &normals, nullptr, nullptr};
    }

    DeviceBuffer framebuffer;
    DeviceBuffer faces;
    DeviceBuffer vertices;
    DeviceBuffer normal_indices;
    DeviceBuffer normals;
    AccelerationStructure mesh;
    AccelerationStructure scene;
};

/// The buffers of buffers.glsl, and the structure of driver_traversal.glsl.
std::vector<VkDescriptorType> bindings() {
    std::vector<VkDescriptorType> types = storage_buffers(9);
    types.push_back(VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR);
    return types;
}

} // namespace

DeviceNeeds rays_needs(RayUse rays) {
    return {.program = "vulkan_rays", .float64 = true, .int64 = true, .rays = rays};
}

Picture trace_with_rays(const VulkanDevice& device, RayUse rays, const Scene& scene,
                        const TraceOptions& options, ThreadPool& pool, const JobContext& job) {
    check_trace_options(options);
    PlacedTree tree = place_tree(scene.mesh, options, pool, job);
    const SceneUpload upload(scene, std::move(tree.layout), options, job);
    const GpuScene& gpu = upload.gpu();
    if (gpu.vertices.planar)
        throw UsageError("--layout: expected aos, since a build reads whole vertices, found soa");
    const SceneOnDevice on_device(device, gpu);
    job.begin("tracing rays", 0, "");

    KernelSize size;
    size.threads = device.subgroup_size();
    size.blocks = (gpu.width * gpu.height + size.threads - 1) / size.threads;
    const auto specialization = specialization_of(gpu, size);
    const std::vector<VkDescriptorType> types = bindings();
    const LaunchConstants constants = constants_of(gpu);
    const auto constant_bytes = std::as_bytes(std::span(&constants, 1));
    const auto run = [&](auto pipeline, std::uint32_t columns, std::uint32_t rows) {
        pipeline.inputs().bind(on_device.by_binding(), on_device.scene.get());
        pipeline.launch(columns, rows, constant_bytes);
    };
    if (rays == RayUse::query)
        run(ComputeKernel(device, {.code = rays_comp_code,
                                   .entry_point = "main",
                                   .bindings = types,
                                   .specialization = specialization,
                                   .push_constant_bytes = sizeof(LaunchConstants)}),
            size.blocks, 1);
    else
        run(RayPipeline(device, {.ray_generation = rays_rgen_code,
                                 .miss = rays_rmiss_code,
                                 .closest_hit = rays_rchit_code,
                                 .name = "vulkan_rays",
                                 .bindings = types,
                                 .specialization = specialization,
                                 .push_constant_bytes = sizeof(LaunchConstants)}),
            gpu.width, gpu.height);
    Picture picture{options.width, options.height,
                    std::vector<std::uint32_t>(std::size_t{options.width} * options.height)};
    on_device.framebuffer.read(std::as_writable_bytes(std::span(picture.pixels)));
    return picture;
}

} // namespace hitmap::vulkan
