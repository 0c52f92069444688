// A ray tracer for Vulkan that leaves the search for hits to the driver: with ray queries or with a
// ray-tracing pipeline. It renders the pictures of `hitmap trace`, and is an example of such programs for
// `hitmap record` (docs/capture.md).
#include <CLI/CLI.hpp>

#include <map>
#include <string>

#include "examples/vulkan_rays/rays_trace.h"
#include "examples/vulkan_tracer/tracer_program.h"

int main(int argc, char** argv) {
    using namespace hitmap;
    vulkan::RayUse rays = vulkan::RayUse::query;
    const std::map<std::string, vulkan::RayUse> ways{{"query", vulkan::RayUse::query},
                                                     {"pipeline", vulkan::RayUse::pipeline}};
    vulkan::TracerProgram program;
    program.name = "vulkan_rays";
    program.about = "Ray-traces a scene on a Vulkan device with hardware ray tracing.";
    program.footer =
        "The tree and the loops of the traversal are the driver's: --bvh and --leaf-size only order "
        "the faces,\n"
        "and options of nodes, kernels and the device have no effect.\n"
        "Example: vulkan_rays builtin:atrium --way pipeline --image atrium.png";
    program.add_options = [&](CLI::App& app) {
        app.add_option("--way", rays, "Ray queries in a compute kernel, or a ray-tracing pipeline")
            ->transform(CLI::CheckedTransformer(ways))
            ->type_name("query|pipeline")
            ->default_str("query");
    };
    program.needs = [&] { return vulkan::rays_needs(rays); };
    program.trace = [&](const vulkan::VulkanDevice& device, const Scene& scene, const TraceOptions& options,
                        ThreadPool& pool, const JobContext& job) {
        return vulkan::TracedPicture{vulkan::trace_with_rays(device, rays, scene, options, pool, job),
                                     rays == vulkan::RayUse::query ? "ray queries"
                                                                   : "a ray-tracing pipeline"};
    };
    return vulkan::run_tracer(program, argc, argv);
}
