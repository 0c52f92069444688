#pragma once

#include "core/jobs/progress.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// Finds the cache lines that accesses of elements look up (docs/cache-models.md): for a box, its 24 bytes;
/// for a face, its 12 index bytes and then the positions of its three vertices, unless no allocation has
/// vertices. Lines are numbered densely
/// over the allocations of boxes, faces and vertices. An address has one line number, regardless of the
/// allocation through which it is accessed.
class SceneLines {
public:
    /// Sizes of two corners, three vertex indices and one position, with 4 bytes per number.
    static constexpr std::uint32_t box_bytes = 24;
    static constexpr std::uint32_t face_bytes = 12;
    static constexpr std::uint32_t vertex_bytes = 12;
    /// Maximum per access: with lines of at least 16 bytes, the indices of a face are in at most two lines
    /// and each of its vertices in two or, in planes, three. A box is in at most three.
    static constexpr unsigned max_lookups = 11;

    /// `scene` may be null if no faces are accessed. `line_bytes`: a power of two >= 16. Throws Error if
    /// there are too many lines for a ReuseStack or a face has a vertex that the allocations of vertices do
    /// not contain, and
    /// Cancelled.
    SceneLines(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
               std::uint32_t line_bytes, const JobContext& job = {});

    [[nodiscard]] std::uint32_t line_count() const { return line_count_; }
    /// Number of face slots in the scene, which is the limit for elements that are faces.
    [[nodiscard]] std::uint64_t face_count() const { return scene_ ? scene_->face_slots.size() : 0; }

    /// Output arrays for look-ups: line and allocation of each. They need space for max_lookups more than the
    /// look-ups appended, since fixed numbers are always written.
    struct Output {
        std::uint32_t* lines;       ///< dense line numbers
        std::uint32_t* allocations; ///< indices into RecordingInfo::allocations
        std::uint32_t end;
    };
    /// Appends the look-ups of an access of a box or a face, in order: at most max_lookups. `element` must be
    /// an element of an allocation and, for a face, < face_count().
    void append_lookups(ElementKindId kind, std::uint32_t element, Output& out) const {
        if (kind == box_kind) {
            append<3>(boxes_, element, out);
            return;
        }
        append<2>(faces_, element, out);
        if (vertices_.empty()) return; // the program loads them from where the recording does not say
        const glm::uvec3& face = scene_->face_slots[element];
        append_vertex(face.x, out);
        append_vertex(face.y, out);
        append_vertex(face.z, out);
    }
    /// Prefetches the data of a face that is accessed soon.
    void fetch_face(std::uint32_t element) const { __builtin_prefetch(scene_->face_slots.data() + element); }

private:
    /// Elements of one allocation, with numbers that continue over all allocations of the same kind.
    struct Elements {
        std::uint64_t address;
        std::uint64_t first_element;
        std::uint64_t count;
        std::uint64_t line_offset; ///< the line number of an address is (address >> line_bits_) - line_offset
        std::uint32_t stride;
        std::uint32_t last_byte; ///< offset of the last byte of an element
        std::uint32_t allocation;
        std::uint64_t plane_bytes; ///< 0: no planes
    };
    static constexpr unsigned vertex_planes = 3;

    /// An element is in at most most_lines lines of at least 16 bytes. That many are always written, since
    /// the end of a loop of variable length would be mispredicted.
    template <std::uint32_t most_lines>
    void append(const std::vector<Elements>& all, std::uint64_t element, Output& out) const {
        append<most_lines>(holder_of(all, element), element, out);
    }
    template <std::uint32_t most_lines>
    void append(const Elements* elements, std::uint64_t element, Output& out) const {
        const std::uint64_t begin =
            elements->address + (element - elements->first_element) * elements->stride;
        const std::uint64_t first = begin >> line_bits_;
        const auto number = static_cast<std::uint32_t>(first - elements->line_offset);
        for (std::uint32_t i = 0; i < most_lines; ++i) {
            out.lines[out.end + i] = number + i;
            out.allocations[out.end + i] = elements->allocation;
        }
        out.end += static_cast<std::uint32_t>(((begin + elements->last_byte) >> line_bits_) - first) + 1;
    }
    static const Elements* holder_of(const std::vector<Elements>& all, std::uint64_t element) {
        const Elements* elements = all.data();
        while (element - elements->first_element >= elements->count)
            ++elements;
        return elements;
    }
    void append_vertex(std::uint64_t vertex, Output& out) const {
        const Elements* elements = holder_of(vertices_, vertex);
        if (elements->plane_bytes == 0)
            append<2>(elements, vertex, out);
        else
            append_planes(*elements, vertex, out);
    }
    void append_planes(const Elements& elements, std::uint64_t vertex, Output& out) const;
    void add(const RecordingInfo& info, std::uint32_t allocation);
    void number_lines();
    void check_vertices(const JobContext& job) const;

    std::shared_ptr<const RecordedScene> scene_;
    unsigned line_bits_;
    std::uint32_t line_count_ = 0;
    std::vector<Elements> boxes_;
    std::vector<Elements> faces_;
    std::vector<Elements> vertices_;
};

} // namespace hitmap
