#include "core/cache/sdcm/packed_accesses.h"

#include "core/base/error.h"
#include "core/base/salted_hash.h"
#include "core/base/varint.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <unordered_map>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint8_t no_accesses = 255;
constexpr std::uint8_t mixed = 254;
constexpr std::size_t kinds = 8; ///< more than there are; the element that was accessed last is kept for each

/// Maps differences near 0 of either sign to small numbers.
std::uint32_t zigzag(std::uint32_t difference) {
    return difference << 1 ^ (difference >> 31 != 0 ? ~std::uint32_t{0} : 0U);
}
std::uint32_t unzigzag(std::uint32_t code) {
    return code >> 1 ^ ((code & 1) != 0 ? ~std::uint32_t{0} : 0U);
}

/// Numbers the warps of a block.
class WarpNumbers {
public:
    explicit WarpNumbers(std::vector<RequestBlock::Entry>& warps) : warps_(warps) {}

    std::uint16_t number_of(const RequestBlock::Entry& entry) {
        const std::uint64_t key = std::uint64_t{entry.launch} << 32 | entry.warp;
        if (!warps_.empty() && key == last_key_ && is_same(warps_[last_], entry)) return last_;
        const auto [place, is_new] = numbers_.try_emplace(key, static_cast<std::uint16_t>(warps_.size()));
        // A warp that moves to another place on the device is another warp.
        if (is_new || !is_same(warps_[place->second], entry)) {
            if (warps_.size() > std::numeric_limits<std::uint16_t>::max())
                throw Error("a block of requests has more than 65,536 warps");
            place->second = static_cast<std::uint16_t>(warps_.size());
            warps_.push_back(entry);
        }
        last_key_ = key;
        last_ = place->second;
        return last_;
    }

private:
    static bool is_same(const RequestBlock::Entry& a, const RequestBlock::Entry& b) {
        return a.launch == b.launch && a.warp == b.warp && a.sm == b.sm && a.slot == b.slot;
    }
    std::vector<RequestBlock::Entry>& warps_;
    std::unordered_map<std::uint64_t, std::uint16_t, SaltedHash> numbers_;
    std::uint64_t last_key_ = 0;
    std::uint16_t last_ = 0;
};

/// The requests and accesses of a block, packed.
struct Packed {
    std::vector<RequestBlock::Entry> warps; ///< launch, SM, warp and slot of each warp
    std::vector<std::uint32_t> mask;        ///< [requests]
    std::vector<std::uint16_t> warp;        ///< [requests] index into `warps`
    std::vector<std::uint16_t> instruction; ///< [requests]
    std::vector<std::uint8_t> form;     ///< [requests] kind of the access of each lane; or no_accesses, mixed
    std::vector<std::uint8_t> elements; ///< varints: see pack_block()

    /// Calls visit(array) for all arrays in their order in the file.
    template <class Visit>
    void each(Visit visit) {
        visit(warps);
        visit(mask);
        visit(warp);
        visit(instruction);
        visit(form);
        visit(elements);
    }
};

/// Returns the kind if every active lane has one access, all of one kind; `mixed` otherwise.
std::uint8_t form_of(std::span<const ElementAccess> accesses, std::uint32_t mask) {
    if (accesses.empty()) return no_accesses;
    if (accesses.size() != static_cast<std::size_t>(std::popcount(mask))) return mixed;
    for (const ElementAccess& access : accesses) {
        if (access.kind != accesses.front().kind || access.lane != std::countr_zero(mask)) return mixed;
        mask &= mask - 1;
    }
    return static_cast<std::uint8_t>(accesses.front().kind);
}

/// An access is the difference of its element from the last one of its kind. A request of form `mixed` has
/// the number of its accesses before them, and each access its kind and lane.
Packed pack_block(const AccessBlock& block) {
    Packed packed;
    const auto entries = block.requests.entries;
    packed.warp.reserve(entries.size());
    packed.instruction.reserve(entries.size());
    packed.mask.reserve(entries.size());
    packed.form.reserve(entries.size());
    WarpNumbers numbers(packed.warps);
    std::array<std::uint32_t, kinds> last{};
    std::span<const ElementAccess> rest = block.accesses;
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        const auto end = std::find_if(rest.begin(), rest.end(),
                                      [i](const ElementAccess& access) { return access.entry != i; });
        const auto accesses = rest.first(static_cast<std::size_t>(end - rest.begin()));
        rest = rest.subspan(accesses.size());
        const std::uint8_t form = form_of(accesses, entries[i].mask);
        packed.warp.push_back(numbers.number_of(entries[i]));
        packed.instruction.push_back(static_cast<std::uint16_t>(entries[i].instruction));
        packed.mask.push_back(entries[i].mask);
        packed.form.push_back(form);
        if (form == mixed) put_varint(packed.elements, accesses.size());
        for (const ElementAccess& access : accesses) {
            if (form == mixed)
                put_varint(packed.elements, std::uint64_t{access.kind} * warp_size + access.lane);
            put_varint(packed.elements, zigzag(access.element - last.at(access.kind)));
            last.at(access.kind) = access.element;
        }
    }
    return packed;
}

void restore_block(const Packed& packed, RequestBlock& requests, AccessBlock& out) {
    std::array<std::uint32_t, kinds> last{};
    const std::uint8_t* at = packed.elements.data();
    const auto add = [&](std::uint32_t request, ElementKindId kind, unsigned lane) {
        const std::uint32_t element = last.at(kind) += unzigzag(static_cast<std::uint32_t>(take_varint(at)));
        out.accesses.push_back({element, kind, static_cast<std::uint8_t>(lane), 0, request});
    };
    for (std::uint32_t i = 0; i < packed.mask.size(); ++i) {
        RequestBlock::Entry entry = packed.warps[packed.warp[i]];
        entry.instruction = packed.instruction[i];
        entry.mask = packed.mask[i];
        entry.first_address = 0;
        requests.entries.push_back(entry);
        const std::uint8_t form = packed.form[i];
        if (form == no_accesses) continue;
        if (form != mixed) {
            for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1)
                add(i, static_cast<ElementKindId>(form), static_cast<unsigned>(std::countr_zero(rest)));
            continue;
        }
        for (std::uint64_t left = take_varint(at); left != 0; --left) {
            const std::uint64_t both = take_varint(at);
            add(i, static_cast<ElementKindId>(both / warp_size), static_cast<unsigned>(both % warp_size));
        }
    }
}

} // namespace

PackedAccesses::Block PackedAccesses::pack(const AccessBlock& block, std::span<const RequestCount> counts) {
    Block kept;
    if (!complete_) return kept;
    Packed packed = pack_block(block);
    kept.first_request = block.requests.first_request.value;
    kept.accesses = block.accesses.size();
    kept.requests = packed.mask.size();
    kept.warps = packed.warps.size();
    kept.element_bytes = packed.elements.size();
    kept.intervals = block.intervals;
    kept.counts.assign(counts.begin(), counts.end());
    std::vector<std::byte> bytes; // in one piece, since blocks are written side by side
    packed.each([&](const auto& array) {
        const auto more = std::as_bytes(std::span(array));
        bytes.insert(bytes.end(), more.begin(), more.end());
    });
    try {
        kept.at = file_.append(bytes);
    } catch (const Error&) { // the simulation needs no scratch file; the next one reads the recording again
        complete_ = false;
    }
    return kept;
}

void PackedAccesses::restore(std::size_t i, AccessBlock& out) const {
    const Block& kept = blocks_[i];
    Packed packed;
    packed.warps.resize(kept.warps);
    packed.mask.resize(kept.requests);
    packed.warp.resize(kept.requests);
    packed.instruction.resize(kept.requests);
    packed.form.resize(kept.requests);
    packed.elements.resize(kept.element_bytes);
    std::uint64_t at = kept.at;
    try {
        packed.each([&](auto& array) {
            const auto bytes = std::as_writable_bytes(std::span(array));
            file_.read(at, bytes);
            at += bytes.size();
        });
    } catch (const Error&) {
        complete_ = false;
        throw;
    }
    RequestBlock& requests = out.writable_requests();
    requests.clear();
    requests.first_request.value = kept.first_request;
    requests.entries.reserve(kept.requests);
    out.accesses.clear();
    out.accesses.reserve(kept.accesses);
    restore_block(packed, requests, out);
    out.see_all();
}

std::uint64_t estimate_kept_bytes(const RecordingInfo& info) {
    constexpr std::uint64_t bytes_a_request = 10;
    constexpr std::uint64_t bytes_an_access = 3;
    std::uint64_t bytes = std::uint64_t{1} << 20;
    bytes += info.requests * bytes_a_request;
    for (const std::uint64_t accesses : info.element_accesses)
        bytes += accesses * bytes_an_access;
    return bytes;
}

} // namespace hitmap
