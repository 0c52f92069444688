#pragma once

#include "tests/cache/hierarchy_reference.h"
#include "tests/cache/random_requests.h"

#include <cstdint>
#include <optional>

namespace hitmap {

/// Gives the 40 boxes of random requests random levels; some of their slots are padding.
inline void give_levels(RandomRequests& random) {
    random.scene->box_level.resize(40);
    random.scene->box_source.resize(40);
    for (std::uint32_t box = 0; box < 40; ++box) {
        random.scene->box_level[box] = static_cast<std::uint16_t>(random.pick(4));
        random.scene->box_source[box] = random.pick(6) == 0 ? -1 : static_cast<std::int32_t>(box);
    }
}

/// The level of the box whose 24 bytes contain the address of a use.
inline std::optional<std::uint32_t> level_of_use(const RandomRequests& random, const ReferenceUse& use) {
    if (!use.allocation || random.info.allocations[*use.allocation].role != Role::boxes) return {};
    const Allocation& boxes = random.info.allocations[*use.allocation];
    for (std::uint32_t box = 0; box < boxes.bytes / boxes.stride; ++box) {
        const std::uint64_t begin = boxes.address + std::uint64_t{box} * boxes.stride;
        if (use.address >= begin && use.address < begin + boxes.stride && random.scene->box_source[box] != -1)
            return random.scene->box_level[box];
    }
    return {};
}

} // namespace hitmap
