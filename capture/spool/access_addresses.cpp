#include "capture/spool/access_addresses.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace hitmap::capture {

namespace {

/// Bytes from the start of an access to its end, with those between its pieces that it does not touch.
std::uint64_t extent_of(const Access& access) {
    std::uint64_t extent = 0;
    for (const Piece& piece : access.pieces)
        extent = std::max(extent, std::uint64_t{piece.offset} + piece.bytes);
    return extent;
}

} // namespace

const SpoolDescriptor* AccessAddresses::descriptor(std::uint32_t launch, const Binding& binding,
                                                   std::uint32_t index) {
    if (launch == launch_ && &binding == binding_ && index == index_) return last_;
    launch_ = launch;
    binding_ = &binding;
    index_ = index;
    last_ = nullptr;
    const auto table = tables_.tables.find(tables_.launches[launch].table);
    if (table == tables_.tables.end()) return nullptr;
    const auto wanted = std::tuple(binding.set, binding.binding, index);
    const auto place = [](const SpoolDescriptor& d) { return std::tuple(d.set, d.binding, d.index); };
    const auto found =
        std::lower_bound(table->second.begin(), table->second.end(), wanted,
                         [&](const SpoolDescriptor& d, const auto& w) { return place(d) < w; });
    if (found != table->second.end() && place(*found) == wanted) last_ = &*found;
    return last_;
}

void AccessAddresses::add_lane(unsigned lane, std::uint32_t offset, const SpoolDescriptor* descriptor,
                               const Access& access, LaneAddresses& result) const {
    if (descriptor == nullptr || descriptor->address == 0) {
        ++result.unresolved;
        return;
    }
    std::uint64_t bytes = extent_;
    std::uint64_t first = offset;
    if (access.resource == Resource::texel_buffer) {
        bytes = access.texel_bytes != 0 ? access.texel_bytes : descriptor->texel_bytes;
        first *= bytes;
        result.texel_bytes = static_cast<std::uint32_t>(bytes);
    }
    // What a robust access beyond the range returns is not in memory, but the shader asked for it.
    if (first + bytes > descriptor->bytes) ++result.out_of_range;
    result.descriptor = descriptor;
    result.mask[lane / 64] |= std::uint64_t{1} << lane % 64;
    result.address[lane] = descriptor->address + first;
}

void AccessAddresses::find(std::uint32_t launch, const LogRecord& record, const SpoolModule& module,
                           const Access& access, LaneAddresses& result) {
    result.mask = {};
    result.descriptor = nullptr;
    result.texel_bytes = result.unresolved = result.out_of_range = 0;
    const Binding* const binding =
        access.binding < module.bindings.size() ? &module.bindings[access.binding] : nullptr;
    if (&access != access_) extent_ = extent_of(access);
    access_ = &access;
    std::uint32_t rank = 0;
    for (unsigned half = 0; half < 2; ++half)
        for (std::uint64_t rest = record.mask[half]; rest != 0; rest &= rest - 1, ++rank) {
            const unsigned lane = 64 * half + static_cast<unsigned>(std::countr_zero(rest));
            if (record.payload == Payload::address) {
                result.mask[half] |= rest & (~rest + 1);
                result.address[lane] = record.wide(rank);
            } else if (binding != nullptr) {
                const std::uint32_t index =
                    record.payload == Payload::indexed_offset ? record.word(rank, 1) : access.array_index;
                add_lane(lane, record.word(rank, 0), descriptor(launch, *binding, index), access, result);
            } else {
                ++result.unresolved;
            }
        }
}

} // namespace hitmap::capture
