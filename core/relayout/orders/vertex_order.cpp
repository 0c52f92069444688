#include "core/relayout/orders/vertex_order.h"

#include "core/base/error.h"
#include "core/relayout/model/element_range.h"
#include "core/relayout/orders/scene_tables.h"
#include "core/relayout/orders/source_numbers.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

struct VertexPlaces {
    Places vertices; ///< [recorded vertices]
    Places normals;  ///< [recorded normals]
};

/// First to a number in the mesh, then to its place.
Places joined(const std::vector<std::uint32_t>& numbers, const Places& places) {
    Places both = numbers;
    if (places.empty()) return both;
    for (std::uint32_t& number : both)
        number = places[number];
    return both;
}

/// Orders that do not depend on the order of the file.
VertexPlaces places_by_use(const RelayoutDraft& draft, const ElementUse& use, UseOrder order,
                           const JobContext& job) {
    VertexPlaces places;
    places.vertices = places_of(sorted_by_use(use, order));
    if (!draft.scene.normal_slots.empty())
        places.normals = normal_places(recorded_mesh(draft.scene, job), places.vertices, job);
    return places;
}

bool has_order_of_file(const RelayoutDraft& draft) {
    return draft.option("vertex-order").value_or("keep") == "keep";
}

/// Orders that `hitmap trace` has. It computes them from the order of the mesh file.
VertexPlaces places_from_file(const RelayoutDraft& draft, MemoryOrder order, std::uint64_t seed,
                              const SourceMesh& provider, const JobContext& job) {
    VertexPlaces result;
    const Mesh mesh = mesh_of_file(draft, provider, job);
    result.vertices = vertex_places(mesh, order, seed, job);
    if (!mesh.normal_faces.empty()) result.normals = normal_places(mesh, result.vertices, job);
    if (has_order_of_file(draft)) return result;
    const SourceNumbers numbers = source_numbers(draft.scene, mesh, job);
    result.vertices = joined(numbers.vertices, result.vertices);
    result.normals = joined(numbers.normals, result.normals);
    return result;
}

} // namespace

Mesh mesh_of_file(const RelayoutDraft& draft, const SourceMesh& mesh, const JobContext& job) {
    if (has_order_of_file(draft)) return recorded_mesh(draft.scene, job);
    if (!mesh)
        throw Error(
            fmt::format("expected a recording with --vertex-order keep, or the mesh that was recorded, "
                        "from which the tracer computes orders, found the order {}",
                        *draft.option("vertex-order")));
    return mesh(job).mesh;
}

std::uint32_t recorded_vertices(const RelayoutDraft& draft) {
    draft.expect_scene();
    draft.expect_whole_elements();
    return draft.allocation_of(Role::vertices, draft.scene.vertices.size());
}

std::optional<std::uint32_t> recorded_normals(const RelayoutDraft& draft) {
    if (draft.scene.normals.empty()) return std::nullopt;
    const auto normals = draft.allocation_named("normals", draft.scene.normals.size());
    if (!normals || draft.info.allocations[*normals].role != Role::vertex_attributes) return std::nullopt;
    return normals;
}

void order_vertices(RelayoutDraft& draft, const VertexOrderChoice& order, std::uint64_t seed,
                    const SourceMesh& mesh, const RecordingUse& use, const JobContext& job) {
    const std::uint32_t vertices = recorded_vertices(draft);
    const auto* by_use = std::get_if<UseOrder>(&order);
    const std::string_view name =
        by_use != nullptr ? name_of(*by_use) : name_of(std::get<MemoryOrder>(order));
    VertexPlaces places = by_use != nullptr
                              ? places_by_use(draft, use.elements.at(vertices), *by_use, job)
                              : places_from_file(draft, std::get<MemoryOrder>(order), seed, mesh, job);
    move_vertices(draft.scene, places.vertices, job);
    move_normals(draft.scene, places.normals, job);
    draft.set_places(vertices, std::move(places.vertices));
    if (const auto normals = recorded_normals(draft)) draft.set_places(*normals, std::move(places.normals));
    draft.set_option("vertex-order", name);
    draft.changes.push_back(order == VertexOrderChoice(MemoryOrder::random)
                                ? fmt::format("vertex order {}, seed {}", name, seed)
                                : fmt::format("vertex order {}", name));
}

void set_vertex_layout(RelayoutDraft& draft, VertexLayout layout) {
    const std::uint32_t vertices = recorded_vertices(draft);
    const auto change = [&](Allocation& allocation) {
        const std::uint32_t bytes = allocation.element_bytes;
        if (layout == VertexLayout::soa && (bytes == 0 || bytes % component_bytes != 0))
            throw Error(
                fmt::format("allocation '{}': expected elements of components of {} bytes, found {} bytes",
                            allocation.name, component_bytes, bytes));
        if (layout == VertexLayout::soa)
            set_element_layout(allocation, ElementLayout::planar, component_bytes, bytes);
        else if (allocation.layout == ElementLayout::planar)
            set_element_layout(allocation, ElementLayout::linear, bytes, bytes);
    };
    change(draft.info.allocations[vertices]);
    if (const auto normals = recorded_normals(draft)) change(draft.info.allocations[*normals]);
    const std::string_view name = layout == VertexLayout::aos ? "aos" : "soa";
    draft.set_option("layout", name);
    draft.changes.push_back(fmt::format("layout {}", name));
}

} // namespace hitmap
