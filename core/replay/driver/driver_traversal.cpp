#include "core/replay/driver/driver_traversal.h"

#include "core/replay/driver/driver_check.h"
#include "core/replay/driver/driver_tree.h"
#include "core/replay/driver/lavapipe_layout.h"
#include "core/replay/tree_buffer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

using Kind = DriverVisit::Kind;

constexpr std::uint32_t no_instance = ~std::uint32_t{0};

/// What a visit reads, in the order in which the driver's loop reads it for the lanes of a subgroup: those
/// that are at a box first, those at a triangle last.
struct DriverFetch {
    std::array<Kind, 2> kinds; ///< of visits that read it
    std::uint32_t offset;      ///< in the node or leaf
    std::uint32_t bytes;
    std::string_view text;

    [[nodiscard]] constexpr bool is_of(Kind kind) const { return kinds[0] == kind || kinds[1] == kind; }
};
constexpr std::array<DriverFetch, 6> fetches{{
    {{Kind::box, Kind::box}, lavapipe::box_numbers, lavapipe::numbers_bytes, "the numbers of a box"},
    {{Kind::instance, Kind::instance},
     0,
     lavapipe::instance_head_bytes,
     "the structure, mask and flags of an instance"},
    {{Kind::instance, Kind::instance},
     lavapipe::instance_matrix,
     lavapipe::matrix_bytes,
     "the matrix of an instance"},
    {{Kind::node, Kind::node}, 0, lavapipe::node_bytes, "a node, and intersect its two boxes"},
    {{Kind::triangle, Kind::tested_triangle}, 0, lavapipe::corner_bytes, "a triangle, and intersect it"},
    {{Kind::tested_triangle, Kind::tested_triangle},
     lavapipe::triangle_numbers,
     lavapipe::numbers_bytes,
     "the numbers of a triangle that the ray meets"},
}};

/// A box of an object in the world.
Aabb world_box(const Transform& object_to_world, const Aabb& box) {
    Aabb result;
    for (unsigned corner = 0; corner < 8; ++corner)
        result.include(in_world(object_to_world, glm::vec3{(corner & 1U) != 0 ? box.upper.x : box.lower.x,
                                                           (corner & 2U) != 0 ? box.upper.y : box.lower.y,
                                                           (corner & 4U) != 0 ? box.upper.z : box.lower.z}));
    return result;
}

Aabb box_of(const DriverNode& node) {
    Aabb box;
    for (std::size_t child = 0; child < 2; ++child)
        if (node.children[child].kind != DriverTarget::Kind::none) box.include(node.boxes[child]);
    return box;
}

} // namespace

DriverTraversal::DriverTraversal(const HmtFile& file, const ReplayedFaces& faces, UnitTiming timing,
                                 const JobContext& job)
    : faces_(faces), tree_(read_driver_tree(file, job)), timing_(timing) {
    check_driver_tree(tree_, faces, file.name(), job);
    find_first_instances();
    place();
    source_.file = "ray-unit/" + tree_.layout;
    for (const DriverFetch& read : fetches) {
        source_.text += fmt::format("fetch {} bytes: {}\n", read.bytes, read.text);
        const auto line = static_cast<std::uint32_t>(instructions_.size() + 1);
        instructions_.push_back(tree_fetch(source_, line, read.bytes));
    }
}

void DriverTraversal::find_first_instances() {
    first_instance_.assign(tree_.structures.size(), no_instance);
    const std::vector<DriverInstance>& instances = tree_.structures.front().instances;
    for (std::uint32_t i = 0; i < instances.size(); ++i) {
        std::uint32_t& first = first_instance_[instances[i].structure];
        first = std::min(first, i);
    }
}

void DriverTraversal::place() {
    for (std::uint32_t i = 0; i < tree_.structures.size(); ++i) {
        const DriverStructure& structure = tree_.structures[i];
        const std::string of = i == 0                         ? " of instances"
                               : tree_.structures.size() == 2 ? ""
                                                              : " " + std::to_string(i);
        allocations_.push_back(tree_buffer("tree nodes" + of, Role::boxes,
                                           structure.address + lavapipe::header_bytes, structure.nodes.size(),
                                           lavapipe::node_bytes));
        const std::uint64_t leaves = structure.address + structure.first_leaf;
        const std::uint32_t each = lavapipe::leaf_bytes(structure.leaves);
        if (!structure.instances.empty())
            allocations_.push_back(
                tree_buffer("tree instances", Role::other, leaves, structure.instances.size(), each));
        if (!structure.triangles.empty())
            allocations_.push_back(
                tree_buffer("tree triangles" + of, Role::faces, leaves, structure.triangles.size(), each));
        if (!structure.boxes.empty())
            allocations_.push_back(
                tree_buffer("tree leaf boxes" + of, Role::other, leaves, structure.boxes.size(), each));
    }
}

RecordedScene DriverTraversal::recorded() const {
    RecordedScene scene;
    scene.vertices = faces_.mesh().positions;
    std::vector<std::int32_t> sources;
    add_faces(scene, sources);
    add_boxes(scene);
    scene.instances.emplace_back();
    faces_.complete(scene, sources);
    add_copies(scene);
    return scene;
}

/// The source face and the corners of a triangle of an instance; nothing if no ray can hit it.
std::optional<std::pair<std::int32_t, glm::uvec3>>
DriverTraversal::face_of(const DriverInstance& instance, const DriverTriangle& triangle) const {
    const auto source = faces_.face_of(instance.number, triangle.geometry, triangle.primitive);
    const auto corners = source ? faces_.corners_of(*source) : std::nullopt;
    if (!corners) return std::nullopt;
    return std::pair(*source, *corners);
}

void DriverTraversal::add_faces(RecordedScene& scene, std::vector<std::int32_t>& sources) const {
    const std::vector<DriverInstance>& instances = tree_.structures.front().instances;
    for (std::size_t i = 0; i < tree_.structures.size(); ++i)
        for (const DriverTriangle& triangle : tree_.structures[i].triangles) {
            const std::uint32_t first = first_instance_[i];
            const auto face = first == no_instance ? std::nullopt : face_of(instances[first], triangle);
            sources.push_back(face ? face->first : -1);
            scene.face_slots.push_back(face ? face->second : glm::uvec3(0));
        }
}

void DriverTraversal::add_copies(RecordedScene& scene) const {
    std::vector<std::uint32_t> first_slot{0}; // [structures]
    for (const DriverStructure& structure : tree_.structures)
        first_slot.push_back(first_slot.back() + static_cast<std::uint32_t>(structure.triangles.size()));
    const std::vector<DriverInstance>& instances = tree_.structures.front().instances;
    for (std::uint32_t i = 0; i < instances.size(); ++i) {
        const std::uint32_t structure = instances[i].structure;
        if (first_instance_[structure] == i) continue;
        std::uint32_t slot = first_slot[structure];
        for (const DriverTriangle& triangle : tree_.structures[structure].triangles) {
            const auto face = face_of(instances[i], triangle);
            if (face && !scene.is_padding(slot))
                scene.face_copies.push_back({slot, face->second, face->first});
            ++slot;
        }
    }
    std::ranges::stable_sort(scene.face_copies, {}, &FaceCopy::slot);
}

void DriverTraversal::add_boxes(RecordedScene& scene) const {
    std::vector<std::size_t> first_node; // [structures] the number of its root among all nodes
    std::size_t count = 0;
    for (const DriverStructure& structure : tree_.structures) {
        first_node.push_back(count);
        count += structure.nodes.size();
    }
    scene.boxes.assign(count, Aabb{glm::vec3(0.0F), glm::vec3(0.0F)}); // nodes that nothing leads to
    scene.box_parent.assign(count, -1);
    scene.box_level.assign(count, 0);
    struct Waiting {
        std::uint32_t structure, node;
        std::int32_t parent;
        std::uint32_t level;
    };
    std::vector<Waiting> waiting{{0, 0, -1, 0}};
    const std::vector<DriverInstance>& instances = tree_.structures.front().instances;
    while (!waiting.empty()) {
        const Waiting at = waiting.back();
        waiting.pop_back();
        const std::size_t slot = first_node[at.structure] + at.node;
        const DriverNode& node = tree_.structures[at.structure].nodes[at.node];
        const Aabb box = box_of(node);
        if (!box.empty())
            scene.boxes[slot] =
                at.structure == 0 ? box
                                  : world_box(instances[first_instance_[at.structure]].object_to_world, box);
        scene.box_parent[slot] = at.parent;
        scene.box_level[slot] = static_cast<std::uint16_t>(
            std::min<std::uint32_t>(at.level, std::numeric_limits<std::uint16_t>::max()));
        for (const DriverTarget& child : node.children) {
            const auto parent = static_cast<std::int32_t>(slot);
            if (child.kind == DriverTarget::Kind::node)
                waiting.push_back({at.structure, child.index, parent, at.level + 1});
            else if (child.kind == DriverTarget::Kind::leaf && at.structure == 0 &&
                     first_instance_[instances[child.index].structure] == child.index)
                waiting.push_back({instances[child.index].structure, 0, parent, at.level + 1});
        }
    }
}

std::uint64_t DriverTraversal::address_of(const DriverVisit& visit) const {
    const DriverStructure& structure = tree_.structures[visit.structure];
    if (visit.kind == Kind::node)
        return structure.address + lavapipe::header_bytes + std::uint64_t{visit.index} * lavapipe::node_bytes;
    return structure.address + structure.first_leaf +
           std::uint64_t{visit.index} * lavapipe::leaf_bytes(structure.leaves);
}

void DriverTraversal::trace(const simt::WarpPlace& /*place*/, const LoggedWarp& warp, ReplayEnds& ends,
                            FetchSink& out) {
    std::size_t steps = 0;
    simt::for_each_lane(warp.lanes, [&](unsigned lane) {
        const std::uint64_t structure = warp.rays[lane]->structure; // 0: not known
        if (structure != 0 && structure != tree_.structures.front().address) {
            walks_[lane].clear();
            ends[lane] = {false, std::nullopt, false};
            return;
        }
        const RayLog log{warp.outcome(lane), warp.outcomes->shown(warp.numbers[lane]), warp.is_query};
        ends[lane] = ReplayEnd();
        ends[lane].same_candidates = walk_as_logged(tree_, *warp.rays[lane], log, walks_[lane]);
        ends[lane].hit = walks_[lane].hit;
        steps = std::max(steps, walks_[lane].visits.size());
    });
    for (std::size_t step = 0; step < steps; ++step)
        fetch_step(step, warp.lanes, out);
}

/// The fetches of one turn of the driver's loop.
void DriverTraversal::fetch_step(std::size_t step, const simt::Mask& lanes, FetchSink& out) const {
    std::array<std::uint32_t, fetches.size()> fetching{};
    std::array<std::array<std::uint64_t, warp_size>, fetches.size()>
        address; // NOLINT: of fetching lanes alone
    simt::for_each_lane(lanes, [&](unsigned lane) {
        const std::vector<DriverVisit>& visits = walks_[lane].visits;
        if (step >= visits.size()) return;
        const std::uint64_t begin = address_of(visits[step]);
        for (std::size_t i = 0; i < fetches.size(); ++i) {
            if (!fetches[i].is_of(visits[step].kind)) continue;
            fetching[i] |= 1U << lane;
            address[i][lane] = begin + fetches[i].offset;
        }
    });
    for (std::uint32_t i = 0; i < fetches.size(); ++i)
        if (fetching[i] != 0) fetch(i, simt::Mask(fetching[i]), address[i], out);
}

void DriverTraversal::fetch(std::uint32_t instruction, const simt::Mask& lanes,
                            const std::array<std::uint64_t, warp_size>& address, FetchSink& out) const {
    if (timing_ == UnitTiming::lockstep) return out.fetch(instruction, lanes, address);
    simt::for_each_lane(lanes,
                        [&](unsigned lane) { out.fetch(instruction, simt::Mask(1U << lane), address); });
}

} // namespace hitmap
