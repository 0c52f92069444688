#pragma once

#include "core/jobs/progress.h"
#include "core/trace/formats/memtracer/trace_tables.h"
#include "core/trace/import/recording_format.h"
#include "core/trace/import/scene_budget.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>

namespace hitmap::memtracer {

/// The content of regions as the ray tracer of von Buelow 2024, section 3.3, allocates them. The ids of
/// regions count allocations from 0.
enum class RegionId : std::uint64_t {
    framebuffer = 0, ///< 3 bytes a pixel
    nodes = 1,       ///< 4 bytes a node
    boxes = 2,       ///< 24 bytes a box, two boxes for each interior node
    faces = 3,       ///< 12 bytes a face, the same number of slots for each leaf
    vertices = 4,    ///< 12 bytes a vertex
    normals = 5,     ///< 12 bytes a vertex
};

/// A scene that was found in the stored contents of regions. It has no camera.
struct StoredScene {
    RecordedScene scene;
    bool has_mesh = false;    ///< regions faces and vertices
    bool has_normals = false; ///< region normals
};

/// Derives the scene from stored contents. Nothing unless they are those of the ray tracer: the words of
/// nodes must be a tree, the boxes must be in their parent's, and for a mesh, the faces must index vertices.
/// The size of the framebuffer follows from the blocks of 8x8 threads and is 0 if they do not determine it.
/// Throws FileError, Cancelled.
[[nodiscard]] std::optional<StoredScene> find_stored_scene(SeekableInput& file, const TraceTables& tables,
                                                           const ImportContext& context);

/// The ray tracer has square blocks with this number of threads on each side, one thread for each pixel.
inline constexpr std::uint32_t image_block_side = 8;

/// The region that the ray tracer allocated with this id, or null if there is none.
[[nodiscard]] const TraceRegion* region_of(const TraceTables& tables, RegionId id);

/// The width and height of an image whose pixels take `bytes` bytes, 3 each, and whose blocks of 8x8 threads
/// are the grid of a launch. Nothing if the launch has other blocks, or if there is not exactly one such
/// size.
struct ImageSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    friend bool operator==(const ImageSize&, const ImageSize&) = default;
};
[[nodiscard]] std::optional<ImageSize> image_size(const TraceLaunch& launch, std::uint64_t bytes);

} // namespace hitmap::memtracer
