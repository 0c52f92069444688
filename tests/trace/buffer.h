#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>
#include <string>
#include <utility>

namespace hitmap::test {

/// An allocation in global memory of `count` elements of `stride` bytes, without gaps between them.
inline Allocation buffer(std::string name, Role role, std::uint64_t address, std::uint64_t count,
                         std::uint32_t stride) {
    Allocation allocation;
    allocation.name = std::move(name);
    allocation.role = role;
    allocation.address = address;
    allocation.bytes = count * stride;
    allocation.stride = stride;
    allocation.element_bytes = stride;
    return allocation;
}

} // namespace hitmap::test
