#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// The levels of boxes by their place in memory.
class BoxLevels {
public:
    static constexpr std::uint16_t none = 0xffff;

    /// There are no levels if `scene` is null or does not know them.
    BoxLevels(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene);

    [[nodiscard]] bool empty() const { return boxes_.empty(); }
    /// Returns the level of the box whose slot contains the address (the first slot, for lower addresses), or
    /// none if the allocation does not hold boxes or the slot is padding.
    [[nodiscard]] std::uint16_t of(std::uint16_t allocation, std::uint64_t address) const;

private:
    struct Boxes {
        std::uint64_t address = 0;
        std::uint64_t slots = 0; ///< 0: the allocation does not hold boxes
        std::uint32_t stride = 1;
        std::uint64_t first = 0; ///< element of the first slot
    };
    std::shared_ptr<const RecordedScene> scene_;
    std::vector<Boxes> boxes_; ///< [allocations], or empty
};

} // namespace hitmap
