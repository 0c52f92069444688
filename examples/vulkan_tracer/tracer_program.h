#pragma once

#include "app/cli/options/scene_options.h"
#include "core/geometry/scene.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/raytracer/trace_scene.h"

#include <functional>
#include <string>

#include "examples/vulkan/vulkan_device.h"

namespace CLI {
class App;
}

namespace hitmap::vulkan {

/// What an example tracer makes of a scene.
struct TracedPicture {
    Picture picture;
    std::string summary; ///< what it tells behind the name of the device
};

/// What the command lines of the example tracers differ in.
struct TracerProgram {
    std::string name;
    std::string about;
    std::string footer; ///< behind the help of scenes
    std::function<void(CLI::App& app)> add_options = [](CLI::App&) {};
    std::function<DeviceNeeds()> needs; ///< after the options were parsed
    std::function<TracedPicture(const VulkanDevice& device, const Scene& scene, const TraceOptions& options,
                                ThreadPool& pool, const JobContext& job)>
        trace;
};

/// Parses the command line, loads the scene, traces it and writes the picture.
/// @return the exit status
[[nodiscard]] int run_tracer(const TracerProgram& program, int argc, char** argv);

} // namespace hitmap::vulkan
