#include "core/trace/import/address_window.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace hitmap {

namespace {

/// The largest alignment of an access.
constexpr std::uint64_t window_alignment = 16;

} // namespace

void AddressWindow::add(std::uint64_t address, std::uint32_t bytes) {
    least = std::min(least, address);
    end = std::max(end, address + std::min<std::uint64_t>(bytes, ~address));
}

void AddressWindow::add(const Request& request, std::uint32_t bytes) {
    for (std::uint32_t lanes = request.mask; lanes != 0; lanes &= lanes - 1)
        add(request.address[static_cast<std::size_t>(std::countr_zero(lanes))], bytes);
}

void AddressWindow::add(const AddressWindow& other) {
    least = std::min(least, other.least);
    end = std::max(end, other.end);
}

std::uint64_t AddressWindow::base() const {
    return least / window_alignment * window_alignment;
}

bool AddressWindow::is_too_wide() const {
    return end > base() && end - base() > window_bytes;
}

std::uint32_t AddressWindow::bytes() const {
    if (end <= least) return 0;
    return static_cast<std::uint32_t>(std::min(end - base(), window_bytes));
}

std::uint64_t AddressWindow::offset(std::uint64_t address) const {
    return is_too_wide() ? address % window_bytes : address - base();
}

void AddressWindow::move(Request& request) const {
    for (std::uint64_t& address : request.address)
        address = offset(address); // of inactive lanes, too, which are ignored
}

} // namespace hitmap
