#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Several meshes in one buffer of indices: what is added to the vertex indices of a range of faces. The
/// range ends where the next one begins.
struct BaseVertex {
    std::uint64_t first_face = 0;         ///< slot of the first face of the range
    std::optional<std::int64_t> vertex{}; ///< nothing: not known, so that these faces have no vertices
    friend bool operator==(const BaseVertex&, const BaseVertex&) = default;
};

/// By rising first face. Faces before the first range have the base vertex 0; empty: all faces.
using BaseVertices = std::vector<BaseVertex>;

inline constexpr std::size_t most_base_vertices = std::size_t{1} << 16; ///< ranges of one buffer
inline constexpr std::int64_t largest_base_vertex = std::int64_t{1} << 32;

/// Throws Error if first faces do not rise or are not below `faces`, or if a base vertex or the number of
/// ranges is too large.
void check_base_vertices(const BaseVertices& ranges, std::uint64_t faces);

/// The ranges as users read and write them: "0: 0, 288: 169, 312: ?", each with its first face and its base
/// vertex. Empty without ranges.
[[nodiscard]] std::string base_vertices_text(const BaseVertices& ranges);
/// Reads such a text. Throws UsageError.
[[nodiscard]] BaseVertices parse_base_vertices(std::string_view text);

/// Finds the base vertex of faces that are asked for by rising slot.
class BaseVertexFinder {
public:
    explicit BaseVertexFinder(const BaseVertices& ranges) : ranges_(ranges) {}
    /// The base vertex of a face; nothing: not known.
    [[nodiscard]] std::optional<std::int64_t> of(std::uint64_t face) {
        while (next_ < ranges_.size() && ranges_[next_].first_face <= face)
            current_ = ranges_[next_++].vertex;
        return current_;
    }

private:
    const BaseVertices& ranges_;
    std::size_t next_ = 0;
    std::optional<std::int64_t> current_ = 0;
};

} // namespace hitmap
