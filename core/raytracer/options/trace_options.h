#pragma once

#include "core/bvh/bvh.h"
#include "core/bvh/tree_layout.h"
#include "core/geometry/mesh/memory_order.h"
#include "core/simt/lanes.h"
#include "core/simt/scheduler.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

enum class Kernel : std::uint8_t { while_while, if_if, pixel };
enum class Schedule : std::uint8_t { scanline, sm_scanline, tiles, morton };
enum class Fetch : std::uint8_t { lane, warp };

/// The numbers are those of lane tags in recordings.
enum class RayKind : std::uint8_t { primary = 0, shadow = 1, ambient_occlusion = 2, path = 3 };

/// The rays of a pixel: its primary ray, and from its hit one ray to the sun (shadow), `count` random rays
/// (ambient occlusion), or a path of up to `count` random rays, each from the hit of the one before (path).
struct RayPlan {
    RayKind kind = RayKind::primary;
    std::uint32_t count = 1;
};

/// The layout of positions and normals in memory: array of structures or structure of arrays.
enum class VertexLayout : std::uint8_t { aos, soa };

/// Configuration of the reference ray tracer; the defaults are those of `hitmap trace`.
struct TraceOptions {
    std::uint32_t width = 512;  ///< pixels
    std::uint32_t height = 512; ///< pixels
    BvhOptions bvh;
    LayoutOptions nodes;
    MemoryOrder vertex_order = MemoryOrder::keep;
    VertexLayout vertex_layout = VertexLayout::aos;
    /// Applies if the tree's layout does not define the order, see lay_out().
    MemoryOrder face_order = MemoryOrder::keep;
    Kernel kernel = Kernel::while_while;
    Schedule schedule = Schedule::scanline;
    Fetch fetch = Fetch::lane;
    RayPlan rays;
    std::uint32_t stack_slots = 1;   ///< slots of 16 bytes that an entry of the traversal stack takes
    std::uint32_t sm_count = 68;     ///< as an RTX 2080 Ti
    std::uint32_t warps_per_sm = 32; ///< resident at the same time
    std::uint32_t warp_lanes = simt::warp_size; ///< lanes of a warp
    simt::Scheduler scheduler = simt::Scheduler::round_robin;
    std::uint64_t seed = 1;
    /// Whether the sink also gets the basic blocks and their execution events. Not in trace_option_table(),
    /// because it changes nothing else.
    bool records_blocks = false;
};

/// One option of the tracer as text, for the command line, the list of options in a recording, dialogs and
/// experiment files.
struct TraceOption {
    struct Value {
        std::string name;
        std::string help; ///< a few words, lower case
    };

    std::string name; ///< "leaf-size"; the command line adds two dashes
    std::string help;
    std::string form; ///< of a value: "sah|median", "N", "WxH"
    /// The values of a choice; empty for numbers. In "ao:N", the N stands for a number.
    std::vector<Value> values;
    std::function<std::string(const TraceOptions&)> get;
    /// Sets the option from text. Throws UsageError that names --name.
    std::function<void(TraceOptions&, std::string_view)> set;
    /// Whether recordings name the option also if it has its default.
    bool always_named = true;
};

/// All options, in the order in which users see them.
[[nodiscard]] const std::vector<TraceOption>& trace_option_table();

/// The options as text, in that order, as recordings name them.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> option_texts(const TraceOptions& options);

/// Throws UsageError if no option has that name.
[[nodiscard]] const TraceOption& trace_option(std::string_view name);

/// Throws UsageError if an option is out of range, or options contradict each other.
void check_trace_options(const TraceOptions& options);

} // namespace hitmap
