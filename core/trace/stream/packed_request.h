#pragma once

#include "core/trace/model/request.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Requests of one warp as words of 8 bytes, which wait in memory or in a file until their turn. A request is
///   word 0  instruction (high 32 bits), mask of active lanes (low 32 bits)
///   word 1  line of the text file (high 32 bits, modulo 2^32), and in the low bits how addresses follow
///   then    the address of each active lane, or the address of the lowest one and the distance to the next
/// Other items that wait among requests have any number of words behind word 1; theirs is in the place of the
/// mask.
namespace hitmap {

enum class AddressList : std::uint32_t { each, stride, other_words };

inline constexpr std::size_t packed_head = 2;

inline void pack_head(std::uint32_t instruction, std::uint32_t mask, std::uint32_t line, AddressList list,
                      std::vector<std::uint64_t>& words) {
    words.push_back(std::uint64_t{instruction} << 32U | mask);
    words.push_back(std::uint64_t{line} << 32U | static_cast<std::uint32_t>(list));
}
[[nodiscard]] inline std::uint32_t packed_instruction(std::span<const std::uint64_t> words) {
    return static_cast<std::uint32_t>(words[0] >> 32U);
}
[[nodiscard]] inline std::uint32_t packed_mask(std::span<const std::uint64_t> words) {
    return static_cast<std::uint32_t>(words[0]);
}
[[nodiscard]] inline std::uint32_t packed_line(std::span<const std::uint64_t> words) {
    return static_cast<std::uint32_t>(words[1] >> 32U);
}
/// The number of words of the request that begins here.
/// @param words  at least packed_head
[[nodiscard]] std::size_t packed_size(std::span<const std::uint64_t> words);
/// Sets the instruction, the mask and the addresses of `request`.
void unpack(std::span<const std::uint64_t> words, Request& request);
/// Appends a request. Equal distances of the addresses are recognised.
void pack(const Request& request, std::vector<std::uint64_t>& words);

} // namespace hitmap
