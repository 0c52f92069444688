#include "examples/vulkan_tracer/vulkan_trace.h"

#include "core/base/error.h"
#include "core/raytracer/options/launch_size.h"
#include "core/raytracer/options/pixel_order.h"
#include "core/raytracer/scene_arrays.h"
#include "core/raytracer/scene_upload.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "examples/vulkan/device_buffer.h"
#include "examples/vulkan_tracer/tracer_kernel.h"

namespace hitmap::vulkan {

namespace {

/// The bytes of an array as the simulated device stores them: planar arrays plane by plane.
template <class T, unsigned width>
std::vector<std::byte> bytes_of(const simt::GlobalArray<T, width>& array) {
    const auto host = std::as_bytes(array.host);
    if (!array.planar) return {host.begin(), host.end()};
    std::vector<std::byte> planes;
    planes.reserve(host.size());
    for (std::size_t part = 0; part < sizeof(T); part += width)
        for (std::size_t at = part; at < host.size(); at += sizeof(T)) {
            const auto bytes = host.subspan(at, width);
            planes.insert(planes.end(), bytes.begin(), bytes.end());
        }
    return planes;
}

/// The buffers in the order of their bindings, with the names of the allocations of recordings.
std::vector<DeviceBuffer> upload_buffers(const VulkanDevice& device, const GpuScene& gpu) {
    std::vector<DeviceBuffer> buffers;
    const auto add = [&](const char* name, const auto& array) {
        buffers.emplace_back(device, name, bytes_of(array));
    };
    add("framebuffer", gpu.framebuffer);
    if (gpu.nodes.host.empty())
        add("nodes", gpu.words);
    else
        add("nodes", gpu.nodes);
    add("boxes", gpu.boxes);
    add("faces", gpu.faces);
    add("vertices", gpu.vertices);
    add("normal indices", gpu.normal_faces);
    add("normals", gpu.normals);
    add("source faces", gpu.sources);
    add("work counter", gpu.next_item);
    return buffers;
}

/// The pixels of a thread if all have equally many. On a device whose work groups run one after the other,
/// the first ones would otherwise take all pixels.
std::uint32_t fair_share(const TraceOptions& options, const KernelSize& size) {
    const auto shared = [](std::uint64_t items, std::uint64_t among) { return (items + among - 1) / among; };
    const std::uint64_t threads_of_queue = std::uint64_t{size.blocks / size.queues} * size.threads;
    const std::uint64_t pixels = std::uint64_t{options.width} * options.height;
    return static_cast<std::uint32_t>(shared(shared(pixels, size.queues), threads_of_queue));
}

KernelSize size_of_launch(const VulkanDevice& device, TraceOptions options, std::uint32_t notes_of_pixel) {
    options.warp_lanes = device.subgroup_size();
    const LaunchSize launch = launch_size(options);
    const std::uint32_t most = device.limits().maxComputeWorkGroupCount[0];
    if (launch.blocks > most)
        throw Error(fmt::format("{}: expected at most {} work groups, found {}; choose a lower --resolution, "
                                "or a kernel of persistent threads",
                                device.name(), most, launch.blocks));
    KernelSize size;
    size.blocks = launch.blocks;
    size.threads = launch.warps_per_block * options.warp_lanes;
    size.queues = queue_count(options.schedule, options.sm_count);
    size.node_width = options.nodes.node_width;
    size.notes_of_pixel = notes_of_pixel;
    if (device.is_cpu()) size.most_pixels = fair_share(options, size);
    return size;
}

/// Kernels store opaque colours. Mesa's lavapipe leaves all loops of a thread after 65,536 iterations in
/// total, so that pixels can be left over.
void check_complete(const VulkanDevice& device, const Picture& picture) {
    const auto left_over = std::ranges::count(picture.pixels, 0U);
    if (left_over != 0)
        throw Error(fmt::format(
            "{}: expected a colour for each pixel, found {} pixels without one: the device left the "
            "kernel early; choose more --sms, so that a thread has less work",
            device.name(), left_over));
}

} // namespace

DeviceNeeds tracer_needs() {
    return {.program = "vulkan_tracer", .float64 = true, .int64 = true, .ballots = true};
}

VulkanTrace trace_with_vulkan(const VulkanDevice& device, const Scene& scene, const TraceOptions& options,
                              ThreadPool& pool, const JobContext& job, std::uint32_t notes_of_pixel) {
    check_trace_options(options);
    const KernelSize size = size_of_launch(device, options, notes_of_pixel);
    PlacedTree tree = place_tree(scene.mesh, options, pool, job);
    const SceneUpload upload(scene, std::move(tree.layout), options, job);

    const std::size_t pixels = std::size_t{options.width} * options.height;
    VulkanTrace trace;
    trace.blocks = size.blocks;
    trace.threads = size.threads;
    trace.notes.resize(pixels * notes_of_pixel);
    std::vector<DeviceBuffer> buffers = upload_buffers(device, upload.gpu());
    if (notes_of_pixel != 0) buffers.emplace_back(device, "notes", std::as_bytes(std::span(trace.notes)));
    job.begin("tracing rays", 0, "");
    launch_tracer(device, options.kernel, upload.gpu(), size, buffers);
    trace.picture = {options.width, options.height, std::vector<std::uint32_t>(pixels)};
    buffers.front().read(std::as_writable_bytes(std::span(trace.picture.pixels)));
    check_complete(device, trace.picture);
    if (notes_of_pixel != 0) buffers.back().read(std::as_writable_bytes(std::span(trace.notes)));
    return trace;
}

} // namespace hitmap::vulkan
