#include "core/relayout/orders/face_order.h"

#include "core/base/error.h"
#include "core/relayout/orders/node_order.h"
#include "core/relayout/orders/scene_tables.h"
#include "core/relayout/orders/source_numbers.h"
#include "core/relayout/orders/vertex_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <vector>

namespace hitmap {

namespace {

std::uint32_t leaf_size_of(const RelayoutDraft& draft) {
    const auto text = draft.option("leaf-size");
    if (!text) throw Error("expected a recording of hitmap trace, which says how large leaves are");
    TraceOptions options;
    trace_option("leaf-size").set(options, *text);
    if (draft.scene.face_slots.size() % options.bvh.leaf_size != 0)
        throw Error(fmt::format("expected leaves of {} face slots, found {} slots", options.bvh.leaf_size,
                                draft.scene.face_slots.size()));
    return options.bvh.leaf_size;
}

/// Throws Error if a slot has a source that the mesh does not have.
void expect_faces(const RecordedScene& scene, std::size_t faces) {
    const auto is_missing = [&](std::int32_t face) {
        return face >= 0 && static_cast<std::size_t>(face) >= faces;
    };
    const bool too_few = scene.face_source.empty() ? scene.face_slots.size() > faces
                                                   : std::ranges::any_of(scene.face_source, is_missing);
    if (too_few) throw Error("expected the mesh that was recorded, found one with fewer faces");
}

/// The slots in their new order.
class SlotSorter {
public:
    SlotSorter(const RecordedScene& scene, const Places& faces, std::uint32_t leaf_size)
        : scene_(scene), faces_(faces), leaf_size_(leaf_size), slots_(scene.face_slots.size()) {
        std::iota(slots_.begin(), slots_.end(), 0U);
    }
    /// Sorts the faces of every leaf by their places; padding comes last. Returns whether one moved.
    bool sort_within_leaves(const JobContext& job) {
        const auto before = [&](std::uint32_t a, std::uint32_t b) { return place_of(a) < place_of(b); };
        bool moves = false;
        for (std::size_t first = 0; first < slots_.size(); first += leaf_size_) {
            if (first % (std::size_t{65536} * leaf_size_) == 0) job.check();
            const auto leaf = slots_.begin() + static_cast<std::ptrdiff_t>(first);
            std::stable_sort(leaf, leaf + leaf_size_, before);
            moves = moves || !std::is_sorted(leaf, leaf + leaf_size_);
        }
        return moves;
    }
    /// Sorts whole leaves by the place of their first face.
    void sort_leaves() {
        std::vector<std::uint32_t> leaves(slots_.size() / leaf_size_);
        std::iota(leaves.begin(), leaves.end(), 0U);
        std::ranges::stable_sort(
            leaves, {}, [&](std::uint32_t leaf) { return place_of(slots_[std::size_t{leaf} * leaf_size_]); });
        std::vector<std::uint32_t> sorted;
        sorted.reserve(slots_.size());
        for (const std::uint32_t leaf : leaves) {
            const auto first = slots_.begin() + static_cast<std::ptrdiff_t>(std::size_t{leaf} * leaf_size_);
            sorted.insert(sorted.end(), first, first + leaf_size_);
        }
        slots_ = std::move(sorted);
    }
    [[nodiscard]] Places places() const { return places_of(slots_); }

private:
    [[nodiscard]] std::uint32_t place_of(std::uint32_t slot) const {
        if (scene_.is_padding(slot)) return ~std::uint32_t{0};
        const auto face =
            scene_.face_source.empty() ? slot : static_cast<std::uint32_t>(scene_.face_source[slot]);
        return faces_.empty() ? face : faces_[face];
    }

    const RecordedScene& scene_;
    const Places& faces_;
    std::uint32_t leaf_size_;
    std::vector<std::uint32_t> slots_;
};

/// Other arrays that the tracer has with an element for each slot.
constexpr std::string_view arrays_of_slots[] = {"normal indices", "source faces"};

} // namespace

void order_faces(RelayoutDraft& draft, MemoryOrder order, std::uint64_t seed, const SourceMesh& provider,
                 const JobContext& job) {
    const RecordedNodes nodes = recorded_nodes(draft);
    const std::uint32_t leaf_size = leaf_size_of(draft);
    const std::uint32_t slots = draft.allocation_of(Role::faces, draft.scene.face_slots.size());
    const std::string recorded = draft.option("face-order").value_or("");
    const bool moves_leaves = !nodes.compact && order != MemoryOrder::keep;
    if (!nodes.compact && order == MemoryOrder::keep && recorded != "keep")
        throw Error(
            fmt::format("expected a recording with --face-order keep or with compact nodes, where leaves are "
                        "in the order of the tree, found {}",
                        recorded));
    const Mesh mesh = mesh_of_file(draft, provider, job);
    expect_faces(draft.scene, mesh.faces.size());
    const Places faces = face_places(mesh, order, seed, job);
    SlotSorter sorter(draft.scene, faces, leaf_size);
    if (sorter.sort_within_leaves(job))
        draft.estimates.emplace_back("the faces of a leaf were tested in the order that they had in memory");
    if (moves_leaves) sorter.sort_leaves();
    Places places = sorter.places();
    move_face_slots(draft.scene, places, job);
    for (const std::string_view name : arrays_of_slots)
        if (const auto array = draft.allocation_named(name, places.size()))
            draft.set_places(*array, Places(places));
    draft.set_places(slots, std::move(places));
    draft.set_option("face-order", name_of(order));
    draft.changes.push_back(fmt::format("face order {}", name_of(order)));
}

} // namespace hitmap
