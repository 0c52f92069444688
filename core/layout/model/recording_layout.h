#pragma once

#include "core/geometry/camera.h"
#include "core/geometry/up_axis.h"
#include "core/layout/model/base_vertices.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// How the lanes of a recording are assigned to pixels.
enum class PixelOrder : std::uint8_t {
    recorded, ///< by the lane tags of the recording, if it has any
    writes,   ///< by the framebuffer elements that a lane stores to
    grid,     ///< by the launch: threads (x, y) of a grid of blocks are pixels (x, y)
    threads,  ///< by the launch: thread i is pixel i
};
[[nodiscard]] std::string_view name_of(PixelOrder order); ///< "recorded", "writes", "grid", "threads"

/// The field whose origin is that of the size of the image (RecordingInfo::origins).
inline constexpr std::string_view image_field = "image";

/// The bytes of a box in memory: two corners of three floats each.
inline constexpr std::uint32_t stored_box_bytes = 24;

/// What one buffer of a recording holds, and how.
struct BufferLayout {
    std::string name;
    Role role = Role::other;
    Space space = Space::global;
    std::uint64_t address = 0; ///< of the first byte
    std::uint64_t bytes = 0;
    std::uint32_t stride = 0;        ///< distance of two elements in bytes; 0: no elements
    std::uint32_t element_bytes = 0; ///< size of one element
    ElementLayout layout = ElementLayout::linear;
    std::uint32_t offset = 0;      ///< vertices and boxes: first byte of the position or box in an element
    std::uint32_t index_bytes = 4; ///< faces: size of a vertex index, 2 or 4
    BaseVertices base_vertices{};  ///< faces: what is added to the indices of ranges of faces
    Origin origin = Origin::recorded;

    [[nodiscard]] std::uint64_t element_count() const {
        const std::uint32_t each = layout == ElementLayout::planar ? element_bytes : stride;
        return each == 0 ? 0 : bytes / each;
    }
    friend bool operator==(const BufferLayout&, const BufferLayout&) = default;
};

/// A mesh file that has the faces of a recording.
struct AttachedMesh {
    std::string file;  ///< mesh file or built-in scene; empty: none
    std::string faces; ///< file with the source face of each face slot; empty: found by match_mesh()
    UpChoice up{};     ///< up axis of a mesh file; nothing: found as load_upright_scene() does
    friend bool operator==(const AttachedMesh&, const AttachedMesh&) = default;
};

/// What the buffers and threads of a recording mean: everything that the requests themselves do not say. It
/// is kept beside a recording as a small JSON file (docs/layout.md).
struct RecordingLayout {
    std::vector<BufferLayout> buffers;
    std::uint32_t width = 0; ///< pixels; 0: not known
    std::uint32_t height = 0;
    Origin image_origin = Origin::recorded;
    PixelOrder pixels = PixelOrder::recorded;
    std::optional<Camera> camera;
    AttachedMesh mesh;
    friend bool operator==(const RecordingLayout&, const RecordingLayout&) = default;
};

/// The layout that the recording itself declares.
[[nodiscard]] RecordingLayout layout_of(const RecordingInfo& info);

/// Throws Error if a buffer contradicts itself, such as a stride that is too small for an element. Messages
/// name the buffer.
void check_buffer(const BufferLayout& buffer);
/// Throws Error if a buffer contradicts itself or the image has not the size of the framebuffer. Whether
/// elements of several buffers overlap, and fit the scene, is checked when the layout is applied
/// (make_laid_out()).
void check_layout(const RecordingLayout& layout);

/// The buffer with that role and the most elements; null if there is none.
[[nodiscard]] const BufferLayout* find_buffer(const RecordingLayout& layout, Role role);
[[nodiscard]] BufferLayout* find_buffer(RecordingLayout& layout, Role role);

} // namespace hitmap
