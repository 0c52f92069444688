#pragma once

#include "core/layout/derive/buffer_use.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace hitmap {

/// A buffer of indices, and one of elements that are read by them.
struct IndexedPair {
    std::size_t index = 0;
    std::size_t element = 0;
    friend bool operator==(const IndexedPair&, const IndexedPair&) = default;
};

struct DerivedRoles {
    std::vector<Role> roles;          ///< [buffers]
    std::optional<IndexedPair> faces; ///< with the vertices
    bool single_indices = false; ///< an instruction reads any index of a face, and not always the same corner
    /// The counts would be the same if elements were read by single indices: whether faces are read, three
    /// indices for each, must be looked at (read_faces()).
    bool is_unproven = false;
};

/// Derives what each buffer holds from how it is accessed (von Buelow et al. 2022, section 4.1):
///
/// - local memory is the stack;
/// - the framebuffer is written only. If there are several such buffers, it is the largest one;
/// - faces are read, and with each of them three vertices, by the same lane: after the three indices, or each
///   after its index. Where several buffers are read like this, the one that is read most often has the
///   faces; the others have indices of vertex attributes;
/// - nodes are read before faces, and lanes go from node to node: through boxes, which are read directly
/// after
///   nodes, or directly. A table that is read once before each face has no nodes;
/// - other buffers that are read by threes, or each element after a vertex, have vertex attributes, too.
///
/// Everything else, also what is not accessed, has the role `other`.
/// @param refused  pairs that are no faces with their vertices
[[nodiscard]] DerivedRoles derive_roles(const std::vector<BufferUse>& uses, const BufferLinks& links,
                                        const std::vector<IndexedPair>& refused = {});

} // namespace hitmap
