#include "app/cli/probe/gpu_probe.h"
#include "core/base/error.h"

namespace hitmap {

/// The command of a build without Vulkan's headers.
void probe_gpu(const GpuProbeOptions& /*options*/, const JobContext& /*job*/) {
    throw Error("probe --gpu: this build has none; it needs libvulkan-dev and glslang-tools");
}

} // namespace hitmap
