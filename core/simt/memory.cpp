#include "core/simt/memory.h"

#include <fmt/format.h>

#include <stdexcept>

namespace hitmap::simt {

std::uint64_t AddressSpace::allocate(std::uint64_t bytes) {
    const std::uint64_t address = next_;
    next_ += (bytes + alignment - 1) / alignment * alignment;
    if (bytes == 0) next_ += alignment; // two allocations must not have the same address
    return address;
}

void throw_out_of_bounds(const SourcePlace& place, std::uint64_t index, std::uint64_t count) {
    throw std::out_of_range(fmt::format("{}:{}:{}: element {} of an array of {}", place.file_name(),
                                        place.line(), place.column(), index, count));
}

} // namespace hitmap::simt
