#include "core/analysis/regions/face_regions.h"

#include "core/analysis/comparison/place_grid.h"
#include "core/analysis/groups/face_surface.h"
#include "core/analysis/regions/equal_patches.h"
#include "core/jobs/check_often.h"
#include "core/jobs/checked_sort.h"
#include "core/tree/face_leaves.h"

#include <algorithm>
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

ElementRegions by_patch(const RecordedScene& scene, const std::vector<std::uint32_t>& faces,
                        const JobContext& job) {
    const FaceSurface surface = face_surface(scene, job);
    return numbered(faces, equal_patches(surface, faces, faces_of_a_patch(faces.size()), job),
                    scene.face_slots.size());
}

ElementRegions by_box(const RecordedScene& scene, const std::vector<std::uint32_t>& faces,
                      const JobContext& job) {
    const BoxTree tree(scene, job);
    std::vector<std::uint32_t> boxes(scene.face_slots.size(), no_key);
    if (tree.size() != 0) boxes = face_leaves(scene, tree, job).leaf;
    std::vector<std::uint64_t> faces_below(tree.size());
    for (const std::uint32_t face : faces)
        if (boxes[face] != no_key) ++faces_below[boxes[face]];
    tree.add_up(faces_below);
    const std::size_t most = faces_of_a_patch(faces.size());
    for (std::size_t i = 0; i < faces.size(); ++i) {
        check_often(i, job);
        std::uint32_t& box = boxes[faces[i]];
        if (box == no_key) continue;
        for (std::uint32_t above = tree.parent(box); above != no_key && faces_below[above] <= most;
             above = tree.parent(box))
            box = above;
    }
    return numbered(faces, boxes, tree.size());
}

ElementRegions by_place(const RecordedScene& scene, const std::vector<std::uint32_t>& faces,
                        const JobContext& job) {
    std::vector<std::uint32_t> places(scene.face_slots.size(), no_key);
    const PlaceGrid grid(bounds_of_scenes(&scene, nullptr));
    for (std::size_t i = 0; i < faces.size(); ++i) {
        check_often(i, job);
        const glm::uvec3& corners = scene.face_slots[faces[i]];
        const glm::vec3 centre =
            (scene.vertices[corners.x] + scene.vertices[corners.y] + scene.vertices[corners.z]) / 3.0F;
        places[faces[i]] = static_cast<std::uint32_t>(grid.cell_of(centre));
    }
    return numbered(faces, places, PlaceGrid::cells);
}

} // namespace

std::size_t faces_of_a_patch(std::size_t faces) {
    constexpr std::size_t fewest = 64;
    constexpr std::size_t patches = 8192;
    return std::max(fewest, (faces + patches - 1) / patches);
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
    case ColourBy::automatic:
    case ColourBy::face:
        break;
    }
    return numbered(faces, std::vector<std::uint32_t>(scene.face_slots.size(), no_key), 0);
}

ElementRegions regions_of_other_side(const ElementRegions& regions, const SceneMatch& match, Side side,
                                     std::uint64_t count) {
    ElementRegions other;
    other.kind = regions.kind;
    other.sizes.assign(regions.count(), 0);
    other.region_of.assign(count, no_key);
    for (std::uint64_t element = 0; element < count; ++element) {
        const auto same = match.element_of(side, regions.kind, element);
        const std::uint32_t region = same ? regions.of(*same) : no_key;
        other.region_of[element] = region;
        if (region != no_key) ++other.sizes[region];
    }
    return other;
}

} // namespace hitmap
