#include "core/trace/formats/memtracer/box_pairs.h"

#include <cstddef>
#include <limits>

namespace hitmap::rtmemtracer {

BoxLinks links_of_pairs(std::span<const Aabb> boxes, const JobContext& job) {
    BoxLinks links;
    if (boxes.size() % 2 != 0 || boxes.size() > std::numeric_limits<std::int32_t>::max()) return {};
    links.parent.assign(boxes.size(), -1);
    links.level.assign(boxes.size(), 0);
    std::vector<std::size_t> open; ///< boxes without children, the nearest in preorder last
    for (std::size_t left = 0; left < boxes.size(); left += 2) {
        if (left % (1U << 16) == 0) job.check();
        const std::size_t right = left + 1;
        Aabb both = boxes[left];
        both.include(boxes[right]);
        if (left != 0) {
            // The boxes that are passed over are leaves: preorder does not come back to them.
            while (!open.empty() && !(boxes[open.back()] == both))
                open.pop_back();
            if (open.empty()) return {};
            const std::size_t owner = open.back();
            open.pop_back();
            const std::uint16_t level = links.level[owner];
            if (level == std::numeric_limits<std::uint16_t>::max()) return {};
            for (const std::size_t child : {left, right}) {
                links.parent[child] = static_cast<std::int32_t>(owner);
                links.level[child] = static_cast<std::uint16_t>(level + 1);
            }
        }
        open.push_back(right);
        open.push_back(left);
    }
    return links;
}

} // namespace hitmap::rtmemtracer
