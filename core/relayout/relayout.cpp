#include "core/relayout/relayout.h"

#include "core/base/error.h"
#include "core/relayout/element_order.h"
#include "core/relayout/face_order.h"
#include "core/relayout/moving_sink.h"
#include "core/relayout/node_order.h"
#include "core/relayout/possible_layouts.h"
#include "core/relayout/relayout_draft.h"
#include "core/relayout/vertex_order.h"
#include "core/trace/hmt/file/write_recording.h"
#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <set>
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

/// The allocation that a user names. Throws Error.
std::uint32_t allocation_labelled(const RecordingInfo& info, const std::string& name) {
    const std::vector<std::string> labels = allocation_labels(info);
    const auto found = std::ranges::find(labels, name);
    if (found == labels.end())
        throw Error(
            fmt::format("expected one of the allocations {}, found '{}'", fmt::join(labels, ", "), name));
    const auto allocation = static_cast<std::uint32_t>(found - labels.begin());
    const Allocation& a = info.allocations[allocation];
    if (a.space != Space::global)
        throw Error(
            fmt::format("allocation '{}': expected global memory, found that {}", name, why_not_movable(a)));
    if (a.element_count() == 0)
        throw Error(fmt::format("allocation '{}': expected elements with a stride, found none: {}{}. hitmap "
                                "layout derives or sets the strides of buffers",
                                name, why_not_movable(a), others_without_elements(info, labels, allocation)));
    return allocation;
}

/// The pass over the requests that the options need; nothing is counted if they need none.
RecordingUse uses_for(const HmtFile& file, const RelayoutDraft& draft, const RelayoutOptions& options,
                      ThreadPool& pool, const JobContext& job) {
    std::set<std::uint32_t> counted;
    bool needs_instructions = false;
    if (options.node_order) {
        const RecordedNodes nodes = recorded_nodes(draft);
        needs_instructions = becomes_compact(draft, *options.node_order) != nodes.compact;
        if (!std::holds_alternative<NodeOrder>(*options.node_order))
            counted.insert({nodes.nodes, nodes.boxes});
    }
    if (options.vertex_order && std::holds_alternative<UseOrder>(*options.vertex_order))
        counted.insert(recorded_vertices(draft));
    for (const auto& [name, order] : options.element_orders)
        counted.insert(allocation_labelled(draft.info, name));
    if (counted.empty() && !needs_instructions) return {};
    return count_uses(file, counted, pool, job);
}

void set_strides(RelayoutDraft& draft, const RelayoutOptions& options) {
    for (const auto& [name, stride] : options.strides) {
        Allocation& a = draft.info.allocations[allocation_labelled(draft.info, name)];
        if (a.layout == ElementLayout::planar)
            throw Error(
                fmt::format("allocation '{}': expected elements one after the other, found planes", name));
        if (stride < std::max(a.element_bytes, 1U))
            throw Error(
                fmt::format("allocation '{}': expected a stride of at least {} bytes, its elements, found {}",
                            name, a.element_bytes, stride));
        set_element_layout(a, ElementLayout::linear, stride, a.element_bytes);
        draft.changes.push_back(fmt::format("stride of {} {} bytes", name, stride));
    }
}

/// The seed of random orders: that of the recording, unless another one is given.
std::uint64_t seed_of(const RelayoutDraft& draft, const RelayoutOptions& options) {
    TraceOptions trace;
    if (options.seed) return *options.seed;
    if (const auto text = draft.option("seed")) trace_option("seed").set(trace, *text);
    return trace.seed;
}

void change(RelayoutDraft& draft, const RelayoutOptions& options, const SourceMesh& mesh,
            const RecordingUse& use, const JobContext& job) {
    const std::uint64_t seed = seed_of(draft, options);
    if (options.face_order) order_faces(draft, *options.face_order, seed, mesh, job);
    if (options.node_order) order_nodes(draft, *options.node_order, use, job);
    if (options.vertex_order) order_vertices(draft, *options.vertex_order, seed, mesh, use, job);
    if (options.vertex_layout) set_vertex_layout(draft, *options.vertex_layout);
    for (const auto& [name, order] : options.element_orders)
        order_elements(draft, allocation_labelled(draft.info, name), order, use, job);
    set_strides(draft, options);
}

/// Says in the recording what was changed.
void describe(RelayoutDraft& draft, const std::string& file) {
    auto& options = draft.info.options;
    const std::string changes = fmt::format("{}", fmt::join(draft.changes, ", "));
    const auto earlier = draft.option(relayout_option);
    std::erase_if(options, [](const auto& option) { return option.first == relayout_option; });
    options.emplace_back(relayout_option, earlier ? fmt::format("{}; then {}", *earlier, changes)
                                                  : fmt::format("{}, of {}", changes, file));
    for (const std::string& estimate : draft.estimates)
        options.emplace_back(relayout_estimate_option, estimate);
    const auto set_origin = [&](std::string_view field, Origin origin) {
        auto& origins = draft.info.origins;
        const auto found = std::ranges::find(origins, field, &FieldOrigin::field);
        if (found == origins.end())
            origins.push_back({std::string(field), origin});
        else
            found->origin = weaker(found->origin, origin);
    };
    set_origin("allocations", Origin::derived);
    if (!draft.estimates.empty()) set_origin("order", Origin::assumed);
}

} // namespace

RelayoutResult relayout_recording(const HmtFile& file, const RelayoutOptions& options, const SourceMesh& mesh,
                                  RecordingSink& out, ThreadPool& pool, const JobContext& job) {
    if (file.info().has_sums()) throw Error("expected a recording with requests, found sums of frames");
    RelayoutDraft draft = draft_of(file, job);
    const RecordingUse use = uses_for(file, draft, options, pool, job);
    change(draft, options, mesh, use, job);
    place_allocations(file.info().allocations, draft.info.allocations);
    describe(draft, file.name());
    draft.info.launches.clear(); // The sink gets them one after the other.
    MovingSink sink(file.info(), draft, out);
    copy_recording(file, sink, pool, job);
    return {fmt::format("{}", fmt::join(draft.changes, ", ")), draft.estimates, sink.counts()};
}

} // namespace hitmap
