#include "core/tree/subtree.h"

#include "core/jobs/check_often.h"

namespace hitmap {

std::shared_ptr<const ScenePart> scene_part(const BoxTree& tree, const FaceLeaves& leaves,
                                            const SubtreeChoice& subtree, const JobContext& job) {
    if (subtree.box >= tree.size()) return nullptr;
    const bool inside = subtree.drawn == SubtreeChoice::Drawn::alone;
    auto part = std::make_shared<ScenePart>();
    std::vector<bool>& boxes = part->drawn[box_kind];
    std::vector<bool>& faces = part->drawn[face_kind];
    boxes.assign(tree.size(), !inside);
    faces.assign(leaves.leaf.size(), !inside);
    std::vector<std::uint32_t> open{subtree.box};
    for (std::size_t i = 0; !open.empty(); ++i) {
        check_often(i, job);
        const std::uint32_t box = open.back();
        open.pop_back();
        boxes[box] = inside;
        for (auto child = tree.first_child(box); child != BoxTree::none; child = tree.next_sibling(child))
            open.push_back(child);
    }
    for (std::size_t slot = 0; slot < leaves.leaf.size(); ++slot) {
        check_often(slot, job);
        const std::uint32_t leaf = leaves.leaf[slot];
        if (leaf != BoxTree::none) faces[slot] = boxes[leaf];
    }
    return part;
}

} // namespace hitmap
