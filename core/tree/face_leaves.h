#pragma once

#include "core/tree/box_tree.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// The leaf box of each face. A recording does not say it, so that it is derived from the positions.
struct FaceLeaves {
    std::vector<std::uint32_t> leaf;  ///< [face slots] box; BoxTree::none for padding and faces in no leaf
    std::uint64_t inside_several = 0; ///< faces that more than one leaf contains, of which one was chosen
    std::uint64_t inside_none = 0;    ///< faces that no leaf contains, without padding
};

/// If all leaves have equally many face slots and each is exactly the box around its faces, as in recordings
/// of `hitmap trace`, faces belong to the leaves whose boxes these are. Otherwise, a face belongs to the leaf
/// that contains all of it and whose parents do, too. If there are several, it is the one of the face before
/// it in memory, else of the face behind it, else the one with the smallest surface (of equal ones the
/// first): trees place the faces of a leaf next to each other.
///
/// The scene needs the extents of boxes and the positions of vertices. Throws Cancelled.
[[nodiscard]] FaceLeaves face_leaves(const RecordedScene& scene, const BoxTree& tree,
                                     const JobContext& job = {});

} // namespace hitmap
