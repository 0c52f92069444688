#include "core/trace/formats/memtracer/stored_scene.h"

#include "core/trace/formats/memtracer/stored_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <type_traits>
#include <utility>

namespace hitmap::memtracer {

namespace {

constexpr std::uint64_t most_array_bytes = std::uint64_t{1} << 31;
constexpr std::uint64_t pixel_bytes = 3;

class SceneFinder {
public:
    SceneFinder(SeekableInput& file, const TraceTables& tables, const ImportContext& context)
        : file_(file),
          tables_(tables),
          warnings_(context.warnings),
          job_(context.job),
          budget_(context.choices) {}

    std::optional<StoredScene> find() {
        const auto words = contents<std::uint32_t>(RegionId::nodes);
        auto tree = decode_tree(words);
        if (!tree) return std::nullopt;
        auto boxes = contents<Aabb>(RegionId::boxes);
        if (!are_nested(boxes, *tree)) return std::nullopt;
        StoredScene found;
        found.has_mesh = add_mesh(*tree, found.scene);
        found.has_normals = found.has_mesh && add_normals(found.scene);
        found.scene.boxes = std::move(boxes);
        found.scene.box_parent = std::move(tree->box_parent);
        found.scene.box_level = std::move(tree->box_level);
        found.scene.instances.emplace_back();
        return found;
    }

private:
    /// The stored contents of a region as an array; empty if there are none, or if the size does not fit.
    template <class Element>
    std::vector<Element> contents(RegionId id) {
        static_assert(std::is_trivially_copyable_v<Element> && std::endian::native == std::endian::little);
        const TraceRegion* const region = region_of(tables_, id);
        if (region == nullptr || region->contents == no_contents || region->bytes % sizeof(Element) != 0)
            return {};
        if (region->bytes > most_array_bytes || !budget_.take(region->bytes)) {
            warnings_.count("regions whose contents are too large for a scene");
            return {};
        }
        std::vector<Element> elements(region->bytes / sizeof(Element));
        file_.read(region->contents, std::as_writable_bytes(std::span(elements)));
        job_.check();
        return elements;
    }

    static bool are_finite(std::span<const glm::vec3> points) {
        return std::ranges::all_of(points, [](const glm::vec3& point) {
            return std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z);
        });
    }

    /// Faces are in the slots of their leaf; the other slots are padding.
    bool add_mesh(const StoredTree& tree, RecordedScene& scene) {
        auto vertices = contents<glm::vec3>(RegionId::vertices);
        auto slots = contents<glm::uvec3>(RegionId::faces);
        if (vertices.empty() || slots.empty() || slots.size() % tree.leaf_faces.size() != 0 ||
            slots.size() > most_slots || !are_finite(vertices))
            return false;
        const std::size_t leaf_slots = slots.size() / tree.leaf_faces.size();
        std::vector<std::int32_t> sources(slots.size(), -1);
        std::int32_t faces = 0;
        std::uint64_t outside = 0;
        for (std::size_t slot = 0; slot < slots.size(); ++slot) {
            const std::uint32_t leaf_faces = tree.leaf_faces[slot / leaf_slots];
            if (leaf_faces > leaf_slots) return false;
            glm::uvec3& face = slots[slot];
            if (slot % leaf_slots < leaf_faces) {
                sources[slot] = faces++;
                const std::uint32_t last = std::max({face.x, face.y, face.z});
                if (last < vertices.size()) continue;
                if (last > vertices.size()) return false;
                ++outside;
            }
            face = {0, 0, 0};
        }
        // The ray tracer counts vertices from 1 in one of its orders.
        warnings_.count("faces that use the vertex behind the last one, which are not shown", outside);
        scene.vertices = std::move(vertices);
        scene.face_slots = std::move(slots);
        scene.face_source = std::move(sources);
        return true;
    }

    bool add_normals(RecordedScene& scene) {
        auto normals = contents<glm::vec3>(RegionId::normals);
        if (normals.size() != scene.vertices.size() || !are_finite(normals)) return false;
        scene.normals = std::move(normals);
        scene.normal_slots = scene.face_slots;
        return true;
    }

    static constexpr std::size_t most_slots = std::size_t{1} << 30; ///< sources are 32-bit numbers

    SeekableInput& file_;
    const TraceTables& tables_;
    ImportWarnings& warnings_;
    const JobContext& job_;
    SceneBudget budget_;
};

} // namespace

std::optional<StoredScene> find_stored_scene(SeekableInput& file, const TraceTables& tables,
                                             const ImportContext& context) {
    auto found = SceneFinder(file, tables, context).find();
    const TraceRegion* const framebuffer = region_of(tables, RegionId::framebuffer);
    if (!found || framebuffer == nullptr) return found;
    for (const TraceLaunch& launch : tables.launches) {
        const auto size = image_size(launch, framebuffer->bytes);
        if (!size) continue;
        found->scene.width = size->width;
        found->scene.height = size->height;
        break;
    }
    return found;
}

const TraceRegion* region_of(const TraceTables& tables, RegionId id) {
    const auto found = std::ranges::find(tables.regions, static_cast<std::uint64_t>(id), &TraceRegion::id);
    return found == tables.regions.end() ? nullptr : &*found;
}

std::optional<ImageSize> image_size(const TraceLaunch& launch, std::uint64_t bytes) {
    constexpr std::array<std::uint32_t, 3> image_block{image_block_side, image_block_side, 1};
    constexpr std::uint32_t most_blocks = 1U << 13; // 65,536 pixels
    const auto& grid = launch.grid;
    if (launch.block != image_block || grid[2] != 1 || grid[0] > most_blocks || grid[1] > most_blocks ||
        bytes % pixel_bytes != 0)
        return std::nullopt;
    const std::uint64_t pixels = bytes / pixel_bytes;
    std::optional<ImageSize> found;
    for (std::uint32_t width = image_block_side * (grid[0] - 1) + 1; width <= image_block_side * grid[0];
         ++width) {
        const std::uint64_t height = pixels / width;
        if (height * width != pixels || (height + image_block_side - 1) / image_block_side != grid[1])
            continue;
        if (found) return std::nullopt;
        found = ImageSize{width, static_cast<std::uint32_t>(height)};
    }
    return found;
}

} // namespace hitmap::memtracer
