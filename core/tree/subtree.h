#pragma once

#include "core/tree/box_tree.h"
#include "core/tree/face_leaves.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// A part of a scene that is looked at: a box with everything below it, or everything but these.
struct SubtreeChoice {
    enum class Drawn : std::uint8_t { alone, hidden };

    std::uint32_t box = 0; ///< slot of the topmost box of the subtree
    Drawn drawn = Drawn::alone;
    friend bool operator==(const SubtreeChoice&, const SubtreeChoice&) = default;
};

/// The elements of a scene that belong to a part of it.
struct ScenePart {
    std::vector<bool> faces; ///< [face slots]
    std::vector<bool> boxes; ///< [boxes]
};

/// The boxes of the subtree and the faces in its leaves; or, if the subtree is hidden, the others. Faces
/// whose leaf is not known (FaceLeaves) are in no subtree. Null if the tree does not have the box. Throws
/// Cancelled.
[[nodiscard]] std::shared_ptr<const ScenePart> scene_part(const BoxTree& tree, const FaceLeaves& leaves,
                                                          const SubtreeChoice& subtree,
                                                          const JobContext& job = {});

} // namespace hitmap
