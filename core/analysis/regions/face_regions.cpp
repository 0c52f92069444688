#include "core/analysis/regions/face_regions.h"

#include "core/analysis/comparison/place_grid.h"
#include "core/analysis/groups/face_surface.h"
#include "core/analysis/regions/equal_patches.h"
#include "core/geometry/mesh/morton.h"
#include "core/jobs/check_often.h"
#include "core/jobs/checked_sort.h"
#include "core/trace/elements/element_instance.h"
#include "core/tree/face_leaves.h"

#include <algorithm>
#include <compare>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr std::uint32_t no_key = ElementRegions::none;
static_assert(no_key == BoxTree::none); // boxes are keys of faces

/// The slots of faces in the order of the mesh.
std::vector<std::uint32_t> faces_of_mesh(const RecordedScene& scene, const JobContext& job) {
    std::vector<std::uint32_t> faces;
    faces.reserve(scene.face_slots.size());
    for (std::uint32_t slot = 0; slot < scene.face_slots.size(); ++slot)
        if (!scene.is_padding(slot)) faces.push_back(slot);
    if (!scene.face_source.empty())
        checked_sort(faces, job, [&](std::uint32_t a, std::uint32_t b) {
            return std::pair(scene.face_source[a], a) < std::pair(scene.face_source[b], b);
        });
    return faces;
}

/// Numbers the keys of the faces in the order of the faces. A face without a key gets a number of its own.
/// @param keys  [face slots] below `count`, or no_key
ElementRegions numbered(const std::vector<std::uint32_t>& faces, const std::vector<std::uint32_t>& keys,
                        std::size_t count) {
    ElementRegions regions;
    regions.region_of.assign(keys.size(), no_key);
    std::vector<std::uint32_t> numbers(count, no_key); // [keys]
    for (const std::uint32_t face : faces) {
        const std::uint32_t key = keys[face];
        std::uint32_t number = key != no_key ? numbers[key] : no_key;
        if (number == no_key) {
            number = static_cast<std::uint32_t>(regions.sizes.size());
            regions.sizes.push_back(0);
            if (key != no_key) numbers[key] = number;
        }
        regions.region_of[face] = number;
        ++regions.sizes[number];
    }
    return regions;
}

glm::vec3 centre_of(const RecordedScene& scene, std::uint32_t face) {
    const glm::uvec3& corners = scene.face_slots[face];
    return (scene.vertices[corners.x] + scene.vertices[corners.y] + scene.vertices[corners.z]) / 3.0F;
}

/// Joins the faces of loose keys, which have no neighbours to join: those that follow one another along the
/// Z-order curve get one key together, until they have `faces_each` faces.
/// @param keys      [face slots] of all faces
/// @param is_loose  [keys]
void join_loose_keys(const RecordedScene& scene, const std::vector<std::uint32_t>& faces,
                     std::vector<std::uint32_t>& keys, const std::vector<bool>& is_loose,
                     std::size_t faces_each, const JobContext& job) {
    struct Loose {
        std::uint64_t code; ///< of its first face
        std::uint32_t key;
        auto operator<=>(const Loose&) const = default;
    };
    const MortonFrame frame(bounds_of_scenes(&scene, nullptr));
    std::vector<Loose> order;
    std::vector<std::uint32_t> sizes(is_loose.size()); // [keys]
    for (const std::uint32_t face : faces)
        if (const std::uint32_t key = keys[face]; is_loose[key] && sizes[key]++ == 0)
            order.push_back({frame.code(centre_of(scene, face)), key});
    checked_sort(order, job, std::less());
    std::vector<std::uint32_t> joined(is_loose.size());
    std::size_t size = 0;
    std::uint32_t to = 0;
    for (const Loose& each : order) {
        if (size == 0) to = each.key;
        joined[each.key] = to;
        size += sizes[each.key];
        if (size >= faces_each) size = 0;
    }
    for (const std::uint32_t face : faces)
        if (is_loose[keys[face]]) keys[face] = joined[keys[face]];
}

ElementRegions by_patch(const RecordedScene& scene, const std::vector<std::uint32_t>& faces,
                        const JobContext& job) {
    const std::size_t faces_each = faces_of_a_patch(faces.size());
    std::vector<std::uint32_t> patches = equal_patches(face_surface(scene, job), faces, faces_each, job);
    std::vector<std::uint32_t> sizes(faces.size()); // [patches]
    for (const std::uint32_t face : faces)
        ++sizes[patches[face]];
    std::vector<bool> is_loose(sizes.size());
    for (std::size_t patch = 0; patch < sizes.size(); ++patch)
        is_loose[patch] = is_small_patch(sizes[patch], faces_each);
    join_loose_keys(scene, faces, patches, is_loose, faces_each, job);
    return numbered(faces, patches, sizes.size());
}

ElementRegions by_box(const RecordedScene& scene, const std::vector<std::uint32_t>& faces,
                      const JobContext& job) {
    const BoxTree tree(scene, job);
    std::vector<std::uint32_t> boxes(scene.face_slots.size(), no_key);
    if (tree.size() == 0) return numbered(faces, boxes, 0);
    boxes = face_leaves(scene, tree, job).leaf;
    std::vector<std::uint64_t> faces_below(tree.size());
    for (const std::uint32_t face : faces)
        if (boxes[face] != no_key) ++faces_below[boxes[face]];
    tree.add_up(faces_below);
    const std::size_t most = faces_of_a_patch(faces.size());
    std::vector<std::uint32_t> region_of(tree.size(), no_key); // [boxes] that were passed already
    std::vector<std::uint32_t> path;
    std::vector<bool> is_loose(tree.size());
    for (std::size_t i = 0; i < faces.size(); ++i) {
        check_often(i, job);
        std::uint32_t& box = boxes[faces[i]];
        if (box == no_key) {
            box = static_cast<std::uint32_t>(is_loose.size());
            is_loose.push_back(true);
            continue;
        }
        path.assign(1, box);
        for (std::uint32_t above = tree.parent(box);
             region_of[path.back()] == no_key && above != no_key && faces_below[above] <= most;
             above = tree.parent(above))
            path.push_back(above);
        const std::uint32_t known = region_of[path.back()];
        box = known != no_key ? known : path.back();
        for (const std::uint32_t passed : path)
            region_of[passed] = box;
    }
    join_loose_keys(scene, faces, boxes, is_loose, most, job);
    return numbered(faces, boxes, is_loose.size());
}

ElementRegions by_place(const RecordedScene& scene, const std::vector<std::uint32_t>& faces,
                        const JobContext& job) {
    std::vector<std::uint32_t> places(scene.face_slots.size(), no_key);
    const PlaceGrid grid(bounds_of_scenes(&scene, nullptr));
    for (std::size_t i = 0; i < faces.size(); ++i) {
        check_often(i, job);
        places[faces[i]] = static_cast<std::uint32_t>(grid.cell_of(centre_of(scene, faces[i])));
    }
    return numbered(faces, places, PlaceGrid::cells);
}

ElementRegions by_instance(const RecordedScene& scene, const std::vector<std::uint32_t>& faces,
                           const JobContext& job) {
    std::vector<std::uint32_t> keys(scene.face_slots.size(), no_key);
    std::map<std::uint32_t, std::uint32_t> known; // instances can have any numbers
    for (const InstanceFaces& part : scene.instance_faces)
        known.emplace(part.instance, static_cast<std::uint32_t>(known.size()));
    const auto of_none = static_cast<std::uint32_t>(known.size());
    for (std::size_t i = 0; i < faces.size(); ++i) {
        check_often(i, job);
        const auto instance = instance_of_face(scene, faces[i]);
        keys[faces[i]] = instance ? known.at(*instance) : of_none;
    }
    return numbered(faces, keys, known.size() + 1);
}

} // namespace

std::size_t faces_of_a_patch(std::size_t faces) {
    constexpr std::size_t fewest = 64;
    constexpr std::size_t patches = 8192;
    return std::max(fewest, (faces + patches - 1) / patches);
}

std::uint64_t estimate_region_bytes(std::uint64_t face_slots) {
    // Corners and edges of faces with their table, then pairs of faces: each about 90 bytes a face.
    constexpr std::uint64_t bytes_per_face = 96;
    return face_slots * bytes_per_face;
}

ElementRegions face_regions(const RecordedScene& scene, ColourBy by, const JobContext& job) {
    const std::vector<std::uint32_t> faces = faces_of_mesh(scene, job);
    switch (by) {
    case ColourBy::patch:
        return by_patch(scene, faces, job);
    case ColourBy::box:
        return by_box(scene, faces, job);
    case ColourBy::place:
        return by_place(scene, faces, job);
    case ColourBy::instance:
        return by_instance(scene, faces, job);
    case ColourBy::automatic:
    case ColourBy::face:
        break;
    }
    return numbered(faces, std::vector<std::uint32_t>(scene.face_slots.size(), no_key), 0);
}

ElementRegions regions_of_other_side(const ElementRegions& regions, const SceneMatch& match, Side side,
                                     std::uint64_t count, const JobContext& job) {
    ElementRegions other;
    other.kind = regions.kind;
    other.sizes.assign(regions.count(), 0);
    other.region_of.assign(count, no_key);
    for (std::uint64_t element = 0; element < count; ++element) {
        check_often(element, job);
        const auto same = match.element_of(side, regions.kind, element);
        const std::uint32_t region = same ? regions.of(*same) : no_key;
        other.region_of[element] = region;
        if (region != no_key) ++other.sizes[region];
    }
    return other;
}

} // namespace hitmap
