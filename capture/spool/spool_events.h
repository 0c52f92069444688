#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "capture/spirv/capture_site.h"

/// What a process that is recorded writes into its spool: a file of events, in the order in which they
/// happened. The recording is made of it when the process has ended, since a recording begins with tables
/// that are not complete before.
namespace hitmap::capture {

/// The numbers are those of the file.
enum class SpoolEvent : std::uint32_t {
    device = 1,
    module = 2,
    buffer = 3,
    buffer_name = 4,
    buffer_end = 5,
    table = 6,
    launch = 7,
    records = 8,
    lost = 9,
    contents = 10,
    note = 11,
    end = 12,
    begun_launch = 13,
    no_begun_launches = 14,
    layers = 15,
    miscount = 16,
    traversal = 17,
    left_out = 18,
    build = 19,
    structure_copy = 20,
};

struct SpoolDevice {
    std::uint32_t device = 0; ///< number in the process
    std::string name;
    std::uint32_t subgroup_size = 32;
    std::uint32_t sms = 0; ///< 0: not known
};

/// The sites of a module that was instrumented.
struct SpoolModule {
    std::uint32_t first_site = 0;
    std::vector<Site> sites;
    std::vector<Access> accesses;
    std::vector<BasicBlock> blocks;
    std::vector<RaySite> rays;
    std::vector<Binding> bindings;
    std::vector<SourceText> sources;
    bool traces_rays = false; ///< InstrumentedModule::traces_rays
};

/// A buffer of the program, from the time when it has an address.
struct SpoolBuffer {
    std::uint32_t buffer = 0; ///< number in the process
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
};

struct SpoolBufferName {
    std::uint32_t buffer = 0;
    std::string name;
};

/// The program destroyed a buffer. Another one may get its address.
struct SpoolBufferEnd {
    std::uint32_t buffer = 0;
};

/// A descriptor of a buffer or an acceleration structure that a launch can use, with its dynamic offset.
struct SpoolDescriptor {
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
    std::uint32_t index = 0; ///< in the array of descriptors
    std::uint32_t buffer = 0;
    std::uint64_t address = 0;     ///< of an acceleration structure: its device address
    std::uint64_t bytes = 0;       ///< that shaders may access
    std::uint32_t texel_bytes = 0; ///< of a texel buffer; 0: no texel buffer
};

/// The descriptors of one or more launches.
struct SpoolTable {
    std::uint32_t table = 0; ///< number in the process
    std::vector<SpoolDescriptor> descriptors;
};

/// The draw of a launch that is a dispatch.
constexpr std::uint32_t no_draw = ~std::uint32_t{0};
/// A number of invocations that is not known.
constexpr std::uint64_t unknown_invocations = ~std::uint64_t{0};

struct SpoolLaunch {
    std::uint32_t device = 0;
    std::uint32_t dispatch = 0;   ///< number in the log of the device; draws have that of their render pass
    std::uint32_t draw = no_draw; ///< number in the render pass
    std::uint32_t table = 0;
    std::uint32_t first_site = 0; ///< of its module
    std::string kernel;
    std::array<std::uint32_t, 3> grid{};  ///< work groups; not of draws
    std::array<std::uint32_t, 3> block{}; ///< invocations of a work group; not of draws
    std::uint32_t shared_bytes = 0;       ///< of a work group
    /// That run in the recorded work groups, each of which begins once. Those of a launch of rays begin at
    /// least once. Not known of draws and of what runs under a condition.
    std::uint64_t invocations = unknown_invocations;
};

/// A launch that is about to be submitted, so that its records can be read if its SpoolLaunch does not
/// follow.
struct SpoolBegunLaunch {
    SpoolLaunch launch; ///< with a grid of zeros if only the device knows it
};

/// Launches that were begun: they were not submitted, or the order in which they ran is not known.
struct SpoolNoBegunLaunches {
    std::uint32_t device = 0;
    std::uint32_t dispatch = 0; ///< these have this number or a higher one
};

/// Whole records of a device's log, in their order.
struct SpoolRecords {
    std::uint32_t device = 0;
    std::uint32_t position = 0; ///< units before them since the log was empty
    std::vector<std::uint64_t> units;
};

/// A log that was full. The launches are those since the last event of this kind or of records.
struct SpoolLost {
    std::uint32_t device = 0;
    std::uint64_t held_units = 0;   ///< that the log holds
    std::uint64_t needed_units = 0; ///< that it would have taken
    std::uint64_t log_units =
        0; ///< of a log with no loss; more than needed_units if parts of a dispatch share it
};

/// Other layers of Vulkan that the process has loaded, by the names of their libraries. Those below this one
/// may change its shaders.
struct SpoolLayers {
    std::vector<std::string> names;
};

/// The device and the host have counted different numbers of dispatches and render passes of some
/// submissions.
struct SpoolMiscount {
    std::uint32_t device = 0;
    std::uint64_t by_device = 0;
    std::uint64_t by_host = 0;
};

/// A module that traces rays and is not recorded.
struct SpoolTraversal {
    std::string module; ///< its name, or what a message calls it
};

/// Dispatches, draws and launches of rays that were not recorded, for reasons that notes say.
struct SpoolLeftOut {
    std::uint64_t launches = 0;
};

/// What the elements of a built geometry are. The numbers are those of the file.
enum class BuiltShape : std::uint32_t { triangles = 0, boxes = 1, instances = 2 };

/// A geometry of an acceleration structure as the program gave it to the build, with the bytes that the build
/// read. Numbers of formats and flags are those of Vulkan.
struct SpoolGeometry {
    BuiltShape shape = BuiltShape::triangles;
    std::uint32_t flags = 0;      ///< VkGeometryFlagsKHR
    std::uint32_t primitives = 0; ///< triangles, boxes or instances
    std::uint32_t vertex_format = 0;
    std::uint32_t index_type = 0;
    std::uint32_t first_vertex = 0;     ///< is added to each index
    std::uint64_t stride = 0;           ///< of vertices or boxes
    std::vector<std::uint8_t> vertices; ///< from that with number 0; without indices those of the triangles
    std::vector<std::uint8_t> indices;
    std::vector<std::uint8_t> transform; ///< 12 floats, or empty
    std::vector<std::uint8_t> elements;  ///< boxes or instances
};

/// An acceleration structure was built.
struct SpoolBuild {
    std::uint32_t device = 0;
    std::uint32_t dispatch = 0;  ///< the first that can see it
    std::uint64_t structure = 0; ///< address
    std::uint32_t type = 0;      ///< VkAccelerationStructureTypeKHR
    std::uint32_t flags = 0;     ///< VkBuildAccelerationStructureFlagsKHR
    std::uint64_t updated = 0;   ///< address of the structure that this is an update of; 0: a new one
    std::vector<SpoolGeometry> geometries;
    /// The name of the layout of `tree`, which tells how to read it: "lavapipe-25.0"; empty without a tree.
    std::string tree_layout;
    std::vector<std::uint8_t> tree; ///< the structure as the driver built it
};

/// An acceleration structure was copied, or compacted.
struct SpoolStructureCopy {
    std::uint32_t device = 0;
    std::uint32_t dispatch = 0; ///< the first that can see the copy
    std::uint64_t from = 0;     ///< addresses
    std::uint64_t to = 0;
};

/// What a buffer held before the first launch that can access it.
struct SpoolContents {
    std::uint32_t buffer = 0;
    std::vector<std::uint8_t> bytes;
};

/// One sentence on what was not recorded, and why.
struct SpoolNote {
    std::string text;
};

/// The process ended, or destroyed its devices; without it, it was killed.
struct SpoolEnd {
    std::uint32_t exits = 1;
};

} // namespace hitmap::capture
