#include "widgets/accesses/address_scale.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

/// Rounds a number that may be beyond both ends.
std::uint64_t rounded(double value, std::uint64_t most) {
    if (!(value > 0.0)) return 0;
    return value >= static_cast<double>(most) ? most : static_cast<std::uint64_t>(std::llround(value));
}

ShownPart placed(double first, std::uint64_t count, std::uint64_t total) {
    const std::uint64_t begin = rounded(first, total - count);
    return {begin, begin + count};
}

} // namespace

ShownPart zoomed(const ShownPart& part, std::uint64_t total, double factor, std::uint64_t anchor,
                 std::uint64_t least) {
    const auto now = static_cast<double>(part.count());
    // A count that is rounded back to itself would make zooming out of a few lines impossible.
    const double wanted = factor < 1.0 ? std::max(now / factor, now + 1.0) : now / factor;
    const std::uint64_t count = std::clamp(rounded(wanted, total), std::min(least, total), total);
    const double share = part.count() == 0 ? 0.0 : static_cast<double>(anchor - part.first) / now;
    return placed(static_cast<double>(anchor) - share * static_cast<double>(count), count, total);
}

ShownPart moved(const ShownPart& part, std::uint64_t total, double share) {
    const double by = share * static_cast<double>(part.count());
    return placed(static_cast<double>(part.first) + by, part.count(), total);
}

AddressRange extent_of(const Allocation& allocation) {
    const std::uint64_t room = ~std::uint64_t{0} - allocation.address;
    return {allocation.address, allocation.address + std::min(allocation.bytes, room)};
}

AddressRange lines_around(const AddressRange& range, std::uint64_t address, std::uint32_t line) {
    if (range.is_everything()) return range;
    const std::uint64_t lines = std::max<std::uint64_t>(1, (range.last - range.first + line - 1) / line);
    std::uint64_t first = range.first - range.first % line;
    if (address - first >= lines * line) first += line;
    const std::uint64_t room = ~std::uint64_t{0} - first;
    return {first, first + std::min(lines * line, room)};
}

AddressScale::AddressScale(const RecordingInfo& info) {
    for (const Allocation& each : info.allocations) {
        if (each.space != Space::global || each.bytes == 0) continue;
        pieces_.push_back({each.address, extent_of(each).last, 0});
    }
    std::ranges::sort(pieces_, {}, &Piece::address);
    std::vector<Piece> joined;
    for (const Piece& piece : pieces_) {
        if (!joined.empty() && piece.address <= joined.back().last)
            joined.back().last = std::max(joined.back().last, piece.last);
        else
            joined.push_back(piece);
    }
    for (Piece& piece : joined) {
        piece.before = bytes_;
        bytes_ += piece.last - piece.address;
    }
    pieces_ = std::move(joined);
}

std::uint64_t AddressScale::offset_of(std::uint64_t address) const {
    const auto after = std::ranges::upper_bound(pieces_, address, {}, &Piece::address);
    if (after == pieces_.begin()) return 0;
    const Piece& piece = *(after - 1);
    return piece.before + (std::min(address, piece.last) - piece.address);
}

std::uint64_t AddressScale::address_at(std::uint64_t offset) const {
    const auto after = std::ranges::upper_bound(pieces_, offset, {}, &Piece::before);
    if (after == pieces_.begin()) return 0;
    const Piece& piece = *(after - 1);
    return std::min(piece.address + (offset - piece.before), piece.last);
}

ShownPart AddressScale::part_of(const AddressRange& range) const {
    return {offset_of(range.first), offset_of(range.last)};
}

AddressRange AddressScale::range_of(const ShownPart& part) const {
    if (part.first == 0 && part.last >= bytes_) return {};
    // The byte behind the last one may belong to an allocation far behind.
    return {address_at(part.first), address_at(part.last - 1) + 1};
}

} // namespace hitmap
