#include "core/trace/stream/packed_request.h"

#include <array>
#include <bit>

namespace hitmap {

namespace {

AddressList list_of(std::span<const std::uint64_t> words) {
    return static_cast<AddressList>(static_cast<std::uint32_t>(words[1]));
}

} // namespace

std::size_t packed_size(std::span<const std::uint64_t> words) {
    if (list_of(words) == AddressList::stride) return packed_head + 2;
    if (list_of(words) == AddressList::other_words) return packed_head + packed_mask(words);
    return packed_head + static_cast<std::size_t>(std::popcount(packed_mask(words)));
}

void unpack(std::span<const std::uint64_t> words, Request& request) {
    request.instruction = packed_instruction(words);
    request.mask = packed_mask(words);
    const bool has_stride = list_of(words) == AddressList::stride;
    std::size_t at = packed_head;
    std::uint64_t address = words[at];
    for (std::uint32_t rest = request.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        if (has_stride) {
            request.address[lane] = address;
            address += words[packed_head + 1]; // modulo 2^64: a negative distance
        } else {
            request.address[lane] = words[at++];
        }
    }
}

void pack(const Request& request, std::vector<std::uint64_t>& words) {
    std::array<std::uint64_t, warp_size> addresses{};
    std::size_t count = 0;
    for (std::uint32_t rest = request.mask; rest != 0; rest &= rest - 1)
        addresses[count++] = request.address[static_cast<std::size_t>(std::countr_zero(rest))];
    bool has_stride = count > 2; // otherwise, the list is not longer
    for (std::size_t i = 2; has_stride && i < count; ++i)
        has_stride = addresses[i] - addresses[i - 1] == addresses[1] - addresses[0];
    pack_head(request.instruction, request.mask, 0, has_stride ? AddressList::stride : AddressList::each,
              words);
    if (has_stride) {
        words.push_back(addresses[0]);
        words.push_back(addresses[1] - addresses[0]);
    } else {
        words.insert(words.end(), addresses.begin(), addresses.begin() + static_cast<std::ptrdiff_t>(count));
    }
}

} // namespace hitmap
