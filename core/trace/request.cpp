#include "core/trace/request.h"

#include <bit>

namespace hitmap {

std::span<const std::uint64_t> RequestBlock::addresses_of(const Entry& entry) const {
    return std::span(addresses).subspan(entry.first_address,
                                        static_cast<std::size_t>(std::popcount(entry.mask)));
}

void RequestBlock::clear() {
    entries.clear();
    addresses.clear();
}

void RequestBlock::append(const Request& request) {
    entries.push_back({request.launch, request.sm, request.warp, request.slot, request.instruction,
                       request.mask, static_cast<std::uint32_t>(addresses.size())});
    for (std::uint32_t lanes = request.mask; lanes != 0; lanes &= lanes - 1)
        addresses.push_back(request.address[static_cast<std::size_t>(std::countr_zero(lanes))]);
}

} // namespace hitmap
