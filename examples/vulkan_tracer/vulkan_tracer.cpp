// A ray tracer for Vulkan whose kernels do what those of `hitmap trace` do. It is an example of a program
// that Hitmap can record, and a check of the simulated device: docs/simt.md.
#include <fmt/format.h>

#include "examples/vulkan_tracer/tracer_program.h"
#include "examples/vulkan_tracer/vulkan_trace.h"

int main(int argc, char** argv) {
    using namespace hitmap;
    vulkan::TracerProgram program;
    program.name = "vulkan_tracer";
    program.about = "Ray-traces a scene on a Vulkan device, as `hitmap trace` does on the simulated one.";
    program.footer = "--sms and --warps-per-sm set the number of work groups. The device "
                     "itself decides what --warp-size,\n"
                     "--scheduler and --stack-slots would say.\n"
                     "Example: vulkan_tracer builtin:atrium --image atrium.png";
    program.needs = vulkan::tracer_needs;
    program.trace = [](const vulkan::VulkanDevice& device, const Scene& scene, const TraceOptions& options,
                       ThreadPool& pool, const JobContext& job) {
        vulkan::VulkanTrace traced = vulkan::trace_with_vulkan(device, scene, options, pool, job);
        return vulkan::TracedPicture{std::move(traced.picture),
                                     fmt::format("{} work groups of {} threads, subgroups of {}",
                                                 traced.blocks, traced.threads, device.subgroup_size())};
    };
    return vulkan::run_tracer(program, argc, argv);
}
