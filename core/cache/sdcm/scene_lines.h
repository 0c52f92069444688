#pragma once

#include "core/jobs/progress.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// Which cache lines the accesses of elements look up (docs/cache-models.md): a box, its 24 bytes; a face,
/// its 12 index bytes and then the positions of its three vertices. Lines are numbered densely over the
/// allocations of boxes, faces and vertices; an address has one line, whichever allocation it is reached
/// through.
class SceneLines {
public:
    static constexpr std::uint32_t box_bytes = 24;
    static constexpr std::uint32_t face_bytes = 12;
    static constexpr std::uint32_t vertex_bytes = 12;
    /// Of one access: a face's indices straddle at most two lines of 16 bytes or more, each of its vertices
    /// two or, in planes, lies in three; a box, three.
    static constexpr unsigned max_lookups = 11;

    /// `scene` may be null where no faces are accessed. Throws Error where there are too many lines for a
    /// ReuseStack and where a face names a vertex that no allocation holds. `line_bytes`: a power of two
    /// >= 16. Throws Cancelled.
    SceneLines(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
               std::uint32_t line_bytes, const JobContext& job = {});

    [[nodiscard]] std::uint32_t line_count() const { return line_count_; }
    /// Number of faces that can be accessed.
    [[nodiscard]] std::uint64_t face_count() const { return scene_ ? scene_->face_slots.size() : 0; }

    /// Where the look-ups of accesses are written: line and allocation of each. `end` may be written beyond,
    /// by less than max_lookups.
    struct Output {
        std::uint32_t* lines;       ///< dense numbers
        std::uint32_t* allocations; ///< indices into RecordingInfo::allocations
        std::uint32_t end;
    };
    /// Appends the look-ups of an access of a box or a face, in order: at most max_lookups.
    /// `element` is an element of an allocation and, for a face, < face_count().
    void append_lookups(ElementKindId kind, std::uint32_t element, Output& out) const {
        if (kind == box_kind) {
            append<3>(boxes_, element, out);
            return;
        }
        append<2>(faces_, element, out);
        const glm::uvec3& face = scene_->face_slots[element];
        append_vertex(face.x, out);
        append_vertex(face.y, out);
        append_vertex(face.z, out);
    }
    /// Hints that the face will be asked for.
    void fetch_face(std::uint32_t element) const { __builtin_prefetch(scene_->face_slots.data() + element); }

private:
    /// Elements of one allocation, counted over all allocations of their kind.
    struct Elements {
        std::uint64_t address;
        std::uint64_t first_element;
        std::uint64_t count;
        std::uint64_t line_offset; ///< line number of an address: (address >> line_bits_) - line_offset
        std::uint32_t stride;
        std::uint32_t last_byte; ///< of an element, from its first
        std::uint32_t allocation;
        std::uint64_t plane_bytes; ///< 0: linear
    };
    static constexpr unsigned vertex_planes = 3;

    /// Lines of 16 bytes or more: most_lines of them hold the element, however it is aligned. That many are
    /// always written, since a loop's end would be mispredicted.
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
