#pragma once

#include "core/trace/model/element_kind.h"
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
    /// [kinds][elements] Empty: all of the kind, where the part says nothing about it.
    PerKind<std::vector<bool>> drawn{};

    [[nodiscard]] bool draws(ElementKindId kind, std::size_t element) const {
        return drawn[kind].empty() || drawn[kind][element];
    }
};

/// The boxes of the subtree and the faces in its leaves; or, if the subtree is hidden, the others. Faces
/// whose leaf is not known (FaceLeaves) are in no subtree. Null if the tree does not have the box. Throws
/// Cancelled.
[[nodiscard]] std::shared_ptr<const ScenePart> scene_part(const BoxTree& tree, const FaceLeaves& leaves,
                                                          const SubtreeChoice& subtree,
                                                          const JobContext& job = {});

} // namespace hitmap
