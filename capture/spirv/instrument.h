#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "capture/spirv/capture_site.h"

namespace hitmap::capture {

/// Stages of pipelines as bits.
enum StageBits : std::uint32_t {
    stage_compute = 1,
    stage_ray_tracing = 2, ///< ray generation, intersection, any hit, closest hit, miss, callable
    stage_vertex = 4,
    stage_tessellation = 8, ///< control and evaluation
    stage_geometry = 16,
    stage_fragment = 32,
    stage_mesh = 64, ///< task and mesh
};

enum class Clock { none, subgroup, device };

/// Which built-in variable has the number of the core (SM).
enum class CoreNumber { none, nv_sm_builtins, arm_core_builtins };

struct InstrumentOptions {
    std::uint64_t log_address =
        0; ///< device address of the log, a multiple of 64; see capture/log/log_format.h
    std::uint32_t first_site = 0; ///< number of this module's first site; sites are counted over all modules
    /// Stages in which subgroup operations and stores to buffers are allowed (subgroupSupportedStages,
    /// vertexPipelineStoresAndAtomics, fragmentStoresAndAtomics). Entry points of other stages are left as
    /// they are.
    std::uint32_t stages = stage_compute;
    /// Locations by which the shaders of a graphics pipeline learn the number of their draw, which is then
    /// the first word of the work group in begin records: an input of vertex shaders, of 32 bits, and the
    /// output by which they hand it to fragment shaders. Vertex shaders do that even if they record nothing.
    /// no_index: shaders do not know their draw.
    std::uint32_t draw_input = no_index;
    std::uint32_t draw_output = no_index;
    /// The lanes of a subgroup stay together when a shader calls a traversal or another shader. The
    /// specification does not promise it. Without it, lanes begin a new subgroup behind each call; if others
    /// that did not call then go on with them, their records have the subgroup of the first lane.
    bool keeps_subgroups = false;
    std::uint32_t subgroup_size = 32; ///< greatest size of a subgroup on the device, <= 128
    bool int64_atomics = true;        ///< shaderBufferInt64Atomics; without, a log has at most 2^31 - 1 units
    /// The log is a ring; lanes wait until the host has made room. Not for lavapipe, where it changes
    /// results: loops end after 65535 iterations there, and memory barriers may not be in divergent code.
    bool wait_when_full = false;
    /// Device address of what capture/log/parts_format.h describes, a multiple of 64: work groups of compute
    /// shaders leave themselves to a later part of their dispatch while the log is full. 0: they do not.
    std::uint64_t parts_address = 0;
    bool count_only = false; ///< only adds to log_used what records would take
    bool accesses = true;    ///< records of loads, stores and atomics
    bool blocks = false;     ///< a record for each basic block that a subgroup executes
    bool rays = true;        ///< records of rays and of what they hit
    Clock clock = Clock::none;
    CoreNumber core = CoreNumber::none;
};

/// A module with the code that records. Its device needs the features bufferDeviceAddress, shaderInt64, and
/// subgroup operations "basic" and "ballot"; with InstrumentOptions::int64_atomics shaderBufferInt64Atomics,
/// with a clock VK_KHR_shader_clock, with a core number the extension that has it.
struct InstrumentedModule {
    std::vector<std::uint32_t> words; ///< the original ones if nothing was added
    bool changed = false;
    /// A fragment shader asks for early depth and stencil tests, which it did not have to before it wrote
    /// records. Results are the same, except with alpha to coverage.
    bool tests_early = false;
    /// A function calls for the driver's traversal of an acceleration structure, whose accesses to memory are
    /// no instructions of the module.
    bool traces_rays = false;
    std::vector<Site> sites; ///< [i]: what site number InstrumentOptions::first_site + i is
    std::vector<Access> accesses;
    std::vector<BasicBlock> blocks;
    std::vector<RaySite> rays;
    std::vector<EntryPoint> entry_points;
    std::vector<Binding> bindings;
    std::vector<SourceText> sources;
    std::vector<LeftOut> left_out; ///< what is not recorded; the whole module if `changed` is false
};

/// Adds code to a SPIR-V module (versions 1.0 to 1.6) that writes a record into the log for each memory
/// access, ray and hit. The result is valid if the module was. A module that cannot be read comes back as it
/// is, with the reason.
[[nodiscard]] InstrumentedModule instrument(std::span<const std::uint32_t> words,
                                            const InstrumentOptions& options);

} // namespace hitmap::capture
