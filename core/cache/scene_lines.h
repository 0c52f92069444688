#pragma once

#include "core/trace/element_access.h"
#include "core/trace/recording.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// Consecutive cache lines of one allocation, in dense numbers.
struct LineSpan {
    std::uint32_t first;
    std::uint32_t count;
    AllocationIndex allocation;
};

/// The look-ups of one element access: pieces in order, the lines of each in rising order.
struct Lookups {
    std::array<LineSpan, 4> pieces;
    unsigned count = 0;
};

/// Which cache lines the accesses of elements look up (design 4.2): a box, its 24 bytes; a face, its 12 index
/// bytes and then the positions of its three vertices. Lines are numbered densely over the allocations of
/// boxes, faces and vertices; an address has one line, whichever allocation it is reached through.
class SceneLines {
public:
    static constexpr std::uint64_t box_bytes = 24;
    static constexpr std::uint64_t face_bytes = 12;
    static constexpr std::uint64_t vertex_bytes = 12;

    /// `scene` may be null where no faces are accessed. Throws Error where there are 2^32 - 1 lines or more
    /// and where a face names a vertex that no allocation holds. `line_bytes` is a power of two.
    SceneLines(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
               std::uint32_t line_bytes);

    [[nodiscard]] std::uint32_t line_count() const { return line_count_; }
    /// Look-ups of an access of a box or a face; none for other kinds. Throws Error for a face that the
    /// scene does not have.
    void find(ElementKindId kind, std::uint32_t element, Lookups& out) const;

private:
    /// Elements of one allocation, counted over all allocations of their kind.
    struct Elements {
        std::uint64_t address;
        std::uint64_t count;
        std::uint64_t first_element;
        std::uint32_t stride;
        std::uint32_t bytes;
        std::uint64_t line_shift; ///< line number of an address: (address >> line_bits_) - line_shift
        AllocationIndex allocation;
    };

    void number_lines();
    void check_vertices() const;
    [[nodiscard]] const Elements& holder(const std::vector<Elements>& all, std::uint64_t element) const;
    [[nodiscard]] LineSpan lines_of(const Elements& elements, std::uint64_t element) const;

    std::shared_ptr<const RecordedScene> scene_;
    unsigned line_bits_;
    std::uint32_t line_count_ = 0;
    std::vector<Elements> boxes_;
    std::vector<Elements> faces_;
    std::vector<Elements> vertices_;
};

} // namespace hitmap
