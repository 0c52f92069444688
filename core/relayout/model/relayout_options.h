#pragma once

#include "core/bvh/tree_layout.h"
#include "core/geometry/mesh/memory_order.h"
#include "core/geometry/scene.h"
#include "core/jobs/progress.h"
#include "core/raytracer/options/trace_options.h"
#include "core/relayout/model/element_use.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace hitmap {

/// An order of nodes by clusters of as many boxes as fit into a cache line.
enum class ClusterOrder : std::uint8_t {
    lines, ///< see clustered_parents()
};
[[nodiscard]] std::string_view name_of(ClusterOrder order); ///< "clustered"

/// The names of the allocations whose elements were split into several arrays.
inline constexpr std::string_view relayout_split_option = "relayout-split";

/// An order of nodes and boxes: one of the tracer, or by the use of the children of a node together, which is
/// that of their boxes and nodes.
using NodeOrderChoice = std::variant<NodeOrder, UseOrder, ClusterOrder>;
using VertexOrderChoice = std::variant<MemoryOrder, UseOrder>;

/// Where elements are cut: RelayoutOptions::splits.
struct ElementCuts {
    std::vector<std::uint32_t> offsets; ///< see parts_at(); empty: hot_and_cold()
};

/// An address for an allocation: RelayoutOptions::bases.
struct BaseAddress {
    bool is_offset = false;  ///< from the address that it would have otherwise
    std::uint64_t bytes = 0; ///< address or offset
};

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
    /// Elements of single allocations whose bytes go to several arrays, by name.
    std::vector<std::pair<std::string, ElementCuts>> splits;
    /// Fewer bytes for the elements of single allocations, by name. An estimate.
    std::vector<std::pair<std::string, std::uint32_t>> quantised;
    /// Powers of two at multiples of which the elements of single allocations begin, by name.
    std::vector<std::pair<std::string, std::uint32_t>> alignments;
    /// Addresses of single allocations, by name.
    std::vector<std::pair<std::string, BaseAddress>> bases;

    [[nodiscard]] bool changes_nothing() const {
        return !node_order && !vertex_order && !vertex_layout && !face_order && element_orders.empty() &&
               strides.empty() && splits.empty() && quantised.empty() && alignments.empty() && bases.empty();
    }
};

/// Provides the mesh in the order of its file, where the recording has it in another one.
using SourceMesh = std::function<Scene(const JobContext& job)>;

} // namespace hitmap
