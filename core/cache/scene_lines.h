#pragma once

#include "core/trace/element_access.h"
#include "core/trace/recording.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// One cache line asked for.
struct Lookup {
    std::uint32_t line;       ///< dense number
    std::uint32_t allocation; ///< index into RecordingInfo::allocations
};

/// Which cache lines the accesses of elements look up (design 4.2): a box, its 24 bytes; a face, its 12 index
/// bytes and then the positions of its three vertices. Lines are numbered densely over the allocations of
/// boxes, faces and vertices; an address has one line, whichever allocation it is reached through.
class SceneLines {
public:
    static constexpr std::uint32_t box_bytes = 24;
    static constexpr std::uint32_t face_bytes = 12;
    static constexpr std::uint32_t vertex_bytes = 12;
    /// Of one access: each of a face's four pieces straddles at most two lines of 16 bytes or more, a box
    /// three.
    static constexpr unsigned max_lookups = 8;

    /// `scene` may be null where no faces are accessed. Throws Error where there are too many lines for a
    /// ReuseStack and where a face names a vertex that no allocation holds. `line_bytes`: a power of two
    /// >= 16.
    SceneLines(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
               std::uint32_t line_bytes);

    [[nodiscard]] std::uint32_t line_count() const { return line_count_; }
    /// Number of faces that can be accessed.
    [[nodiscard]] std::uint64_t face_count() const { return scene_ ? scene_->face_slots.size() : 0; }

    /// Writes the look-ups of an access of a box or a face, in order: at most max_lookups. Returns their end.
    /// `element` is an element of an allocation and, for a face, < face_count().
    Lookup* append_lookups(ElementKindId kind, std::uint32_t element, Lookup* out) const {
        if (kind == box_kind) return append(boxes_, element, out);
        out = append(faces_, element, out);
        const glm::uvec3& face = scene_->face_slots[element];
        out = append(vertices_, face.x, out);
        out = append(vertices_, face.y, out);
        return append(vertices_, face.z, out);
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
    };

    Lookup* append(const std::vector<Elements>& all, std::uint64_t element, Lookup* out) const {
        const Elements* elements = all.data();
        while (element - elements->first_element >= elements->count)
            ++elements;
        const std::uint64_t begin =
            elements->address + (element - elements->first_element) * elements->stride;
        const std::uint64_t last = (begin + elements->last_byte) >> line_bits_;
        for (std::uint64_t line = begin >> line_bits_; line <= last; ++line)
            *out++ = {static_cast<std::uint32_t>(line - elements->line_offset), elements->allocation};
        return out;
    }
    void add(const RecordingInfo& info, std::uint32_t allocation);
    void number_lines();
    void check_vertices() const;

    std::shared_ptr<const RecordedScene> scene_;
    unsigned line_bits_;
    std::uint32_t line_count_ = 0;
    std::vector<Elements> boxes_;
    std::vector<Elements> faces_;
    std::vector<Elements> vertices_;
};

} // namespace hitmap
