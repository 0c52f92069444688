#pragma once

#include "core/bvh/tree_layout.h"
#include "core/geometry/memory_order.h"
#include "core/geometry/scene.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/raytracer/trace_options.h"
#include "core/relayout/address_mover.h"
#include "core/relayout/cluster_order.h"
#include "core/relayout/element_use.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace hitmap {

/// Options of recordings whose addresses were moved: what was changed, and a reason for each way in which
/// the recording is an estimate of what the program would have done.
inline constexpr std::string_view relayout_option = "relayout";
inline constexpr std::string_view relayout_estimate_option = "relayout-estimate";

/// An order of nodes and boxes: one of the tracer, or by the use of the children of a node together, which is
/// that of their boxes and nodes.
using NodeOrderChoice = std::variant<NodeOrder, UseOrder, ClusterOrder>;
using VertexOrderChoice = std::variant<MemoryOrder, UseOrder>;

/// Another memory layout for a recording. What is not set stays.
struct RelayoutOptions {
    std::optional<NodeOrderChoice> node_order;
    std::optional<VertexOrderChoice> vertex_order;
    std::optional<VertexLayout> vertex_layout;
    std::optional<MemoryOrder> face_order; ///< see order_faces()
    std::optional<std::uint64_t> seed;     ///< for MemoryOrder::random; else that of the recording, or 1
    /// Orders of the elements of single allocations, by name, which nothing else follows.
    std::vector<std::pair<std::string, UseOrder>> element_orders;
    /// Distances of the elements of single allocations in bytes, by name.
    std::vector<std::pair<std::string, std::uint32_t>> strides;

    [[nodiscard]] bool changes_nothing() const {
        return !node_order && !vertex_order && !vertex_layout && !face_order && element_orders.empty() &&
               strides.empty();
    }
};

/// Provides the mesh in the order of its file, where the recording has it in another one.
using SourceMesh = std::function<Scene(const JobContext& job)>;

struct RelayoutResult {
    std::string changes;                ///< the value of relayout_option
    std::vector<std::string> estimates; ///< the values of relayout_estimate_option
    MoveCounts counts;
};

/// Passes a recording to `out`, from begin() to finish(), with the addresses that its lane accesses would
/// have in another memory layout. Everything else about the requests stays: their order, warps, masks, lane
/// tags and execution events. The tables of allocations and of the scene, and the options that name the
/// layout, are those of the new layout. Reads the requests block by block, twice if a use or the storage of
/// nodes is asked for.
///
/// For recordings of `hitmap trace` the result equals a recording that was traced in the new layout,
/// except for the options that say where it comes from, and where RelayoutResult::estimates has a reason.
///
/// Throws Error if the recording does not know what an option needs, for example the parents of its boxes;
/// FileError, Cancelled, and what `out` and `mesh` throw.
[[nodiscard]] RelayoutResult relayout_recording(const HmtFile& file, const RelayoutOptions& options,
                                                const SourceMesh& mesh, RecordingSink& out, ThreadPool& pool,
                                                const JobContext& job = {});

} // namespace hitmap
