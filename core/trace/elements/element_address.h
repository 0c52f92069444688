#pragma once

#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>

namespace hitmap {

/// Returns the address of the first byte of an element, which is numbered over all allocations of its kind.
/// No value if there is no such element.
[[nodiscard]] inline std::optional<std::uint64_t> element_address(const RecordingInfo& info,
                                                                  ElementKindId kind, std::uint64_t element) {
    for (const Allocation& allocation : info.allocations) {
        if (allocation.role != element_kinds()[kind].role) continue;
        const std::uint64_t count = allocation.element_count();
        if (element < count) return allocation.address + element * allocation.stride;
        element -= count;
    }
    return std::nullopt;
}

} // namespace hitmap
