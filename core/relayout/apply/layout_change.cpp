#include "core/relayout/apply/layout_change.h"

#include "core/base/error.h"
#include "core/relayout/apply/allocation_places.h"
#include "core/relayout/apply/element_form.h"
#include "core/relayout/apply/possible_layouts.h"
#include "core/relayout/model/source_uses.h"
#include "core/relayout/orders/element_order.h"
#include "core/relayout/orders/face_order.h"
#include "core/relayout/orders/node_order.h"
#include "core/relayout/orders/vertex_order.h"
#include "core/trace/model/allocation_label.h"
#include "core/trace/model/element_kind.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace hitmap {

namespace {

/// The names of all allocations in global memory whose elements cannot be moved, for a message.
std::string others_without_elements(const RecordingInfo& info, const std::vector<std::string>& labels,
                                    std::uint32_t named) {
    std::vector<std::string> others;
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (i != named && info.allocations[i].space == Space::global &&
            info.allocations[i].element_count() == 0)
            others.push_back(labels[i]);
    return others.empty() ? std::string()
                          : fmt::format("; there are none in {} either", fmt::join(others, ", "));
}

/// The allocation that a user names, which need not have elements. Throws Error.
std::uint32_t global_allocation(const RecordingInfo& info, const std::string& name) {
    const std::vector<std::string> labels = allocation_labels(info);
    const auto found = std::ranges::find(labels, name);
    if (found == labels.end())
        throw Error(
            fmt::format("expected one of the allocations {}, found '{}'", fmt::join(labels, ", "), name));
    const auto allocation = static_cast<std::uint32_t>(found - labels.begin());
    if (const Allocation& a = info.allocations[allocation]; a.space != Space::global)
        throw Error(
            fmt::format("allocation '{}': expected global memory, found that {}", name, why_not_movable(a)));
    return allocation;
}

/// The same, with elements. Throws Error.
std::uint32_t allocation_labelled(const RecordingInfo& info, const std::string& name) {
    const std::uint32_t allocation = global_allocation(info, name);
    const Allocation& a = info.allocations[allocation];
    if (a.element_count() == 0)
        throw Error(fmt::format("allocation '{}': expected elements with a stride, found none: {}{}. hitmap "
                                "layout derives or sets the strides of buffers",
                                name, why_not_movable(a),
                                others_without_elements(info, allocation_labels(info), allocation)));
    return allocation;
}

/// What has no order of its own.
void change_forms(RelayoutDraft& draft, const RelayoutOptions& options, const RecordingUse& use) {
    for (const auto& [name, cuts] : options.splits)
        split_elements(draft, allocation_labelled(draft.info, name), cuts, use);
    for (const auto& [name, bytes] : options.quantised)
        quantise_elements(draft, allocation_labelled(draft.info, name), bytes, use);
    for (const auto& [name, stride] : options.strides)
        set_stride(draft, allocation_labelled(draft.info, name), stride);
    for (const auto& [name, alignment] : options.alignments)
        align_elements(draft, allocation_labelled(draft.info, name), alignment);
}

/// What the options ask of the addresses of allocations.
AllocationDemands demands_of(RelayoutDraft& draft, const RelayoutOptions& options) {
    AllocationDemands demands;
    for (const auto& [name, alignment] : options.alignments) {
        std::uint64_t& most = demands.alignments[allocation_labelled(draft.info, name)];
        most = std::max<std::uint64_t>(most, alignment);
    }
    for (const auto& [name, base] : options.bases) {
        demands.bases[global_allocation(draft.info, name)] = base;
        draft.changes.push_back(
            fmt::format("base of {} {}{:#x}", name, base.is_offset ? "+" : "", base.bytes));
    }
    return demands;
}

/// The seed of random orders: that of the recording, unless another one is given.
std::uint64_t seed_of(const RelayoutDraft& draft, const RelayoutOptions& options) {
    TraceOptions trace;
    if (options.seed) return *options.seed;
    if (const auto text = draft.option("seed")) trace_option("seed").set(trace, *text);
    return trace.seed;
}

void count_quantised(const RelayoutDraft& draft, std::uint32_t allocation, CountedAllocations& counted) {
    counted.resized.insert(allocation);
    const Allocation& a = draft.info.allocations[allocation];
    if (element_kind_of(a.role) && a.layout == ElementLayout::linear) counted.fields.insert(allocation);
}

} // namespace

RecordingUse uses_for(RequestSource& requests, const RelayoutDraft& draft, const RelayoutOptions& options,
                      const JobContext& job) {
    CountedAllocations counted;
    if (options.node_order) {
        const RecordedNodes nodes = recorded_nodes(draft);
        if (changes_storage(draft, *options.node_order)) counted.resized.insert(nodes.nodes);
        if (!std::holds_alternative<NodeOrder>(*options.node_order))
            counted.elements.insert({nodes.nodes, nodes.boxes});
    }
    if (options.vertex_order && std::holds_alternative<UseOrder>(*options.vertex_order))
        counted.elements.insert(recorded_vertices(draft));
    for (const auto& [name, order] : options.element_orders)
        counted.elements.insert(allocation_labelled(draft.info, name));
    for (const auto& [name, cuts] : options.splits)
        counted.fields.insert(allocation_labelled(draft.info, name));
    for (const auto& [name, bytes] : options.quantised)
        count_quantised(draft, allocation_labelled(draft.info, name), counted);
    if (counted.is_empty()) return {};
    return count_uses(requests, counted, job);
}

void change_layout(RelayoutDraft& draft, const RelayoutOptions& options, const SourceMesh& mesh,
                   const RecordingUse& use, const JobContext& job) {
    const std::uint64_t seed = seed_of(draft, options);
    const std::vector<Allocation> before = draft.info.allocations;
    // Nodes of another storage have leaves of their own, which the faces are then ordered for.
    const bool nodes_first = options.node_order && changes_storage(draft, *options.node_order);
    if (nodes_first) order_nodes(draft, *options.node_order, use, job);
    if (options.face_order) order_faces(draft, *options.face_order, seed, mesh, job);
    if (options.node_order && !nodes_first) order_nodes(draft, *options.node_order, use, job);
    if (options.vertex_order) order_vertices(draft, *options.vertex_order, seed, mesh, use, job);
    if (options.vertex_layout) set_vertex_layout(draft, *options.vertex_layout);
    for (const auto& [name, order] : options.element_orders)
        order_elements(draft, allocation_labelled(draft.info, name), order, use, job);
    change_forms(draft, options, use);
    place_allocations(before, draft.info.allocations, demands_of(draft, options));
}

} // namespace hitmap
