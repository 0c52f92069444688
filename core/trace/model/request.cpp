#include "core/trace/model/request.h"

#include <bit>

namespace hitmap {

std::span<const std::uint64_t> RequestBlock::addresses_of(const Entry& entry) const {
    return RequestView(*this).addresses_of(entry);
}

void RequestBlock::clear() {
    entries.clear();
    addresses.clear();
}

void RequestBlock::append(const Request& request) {
    const std::size_t first = addresses.size();
    entries.push_back({request.launch, request.sm, request.warp, request.slot, request.instruction,
                       request.mask, static_cast<std::uint32_t>(first)});
    addresses.resize(first + static_cast<std::size_t>(std::popcount(request.mask)));
    std::uint64_t* address = addresses.data() + first;
    for (std::uint32_t lanes = request.mask; lanes != 0; lanes &= lanes - 1)
        *address++ = request.address[static_cast<std::size_t>(std::countr_zero(lanes))];
}

void RequestBlock::append(const RequestView& more) {
    if (more.entries.empty()) return;
    const Entry& last = more.entries.back();
    const std::uint32_t first_address = more.entries.front().first_address;
    const std::size_t end = last.first_address + static_cast<std::size_t>(std::popcount(last.mask));
    // Unsigned numbers wrap around, so that a negative shift works, too.
    const std::uint32_t shift = static_cast<std::uint32_t>(addresses.size()) - first_address;
    for (Entry entry : more.entries) {
        entry.first_address += shift;
        entries.push_back(entry);
    }
    const auto of_these = more.addresses.subspan(first_address, end - first_address);
    addresses.insert(addresses.end(), of_these.begin(), of_these.end());
}

void RequestBlock::assign(const RequestBlock& from, std::size_t first, std::size_t last) {
    const auto address_of = [&](std::size_t i) {
        return i < from.entries.size() ? from.entries[i].first_address : from.addresses.size();
    };
    const std::size_t first_address = address_of(first);
    first_request.value = from.first_request.value + first;
    entries.assign(from.entries.begin() + first, from.entries.begin() + last);
    addresses.assign(from.addresses.begin() + first_address, from.addresses.begin() + address_of(last));
    for (Entry& entry : entries)
        entry.first_address -= static_cast<std::uint32_t>(first_address);
}

std::span<const std::uint64_t> RequestView::addresses_of(const Entry& entry) const {
    return addresses.subspan(entry.first_address, static_cast<std::size_t>(std::popcount(entry.mask)));
}

} // namespace hitmap
