#include "core/geometry/mesh/vector_join.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

namespace hitmap {

namespace {

constexpr std::uint32_t empty_slot = std::numeric_limits<std::uint32_t>::max();

std::uint64_t hash_of(const glm::vec3& v) {
    const std::uint64_t xy =
        std::uint64_t{std::bit_cast<std::uint32_t>(v.x)} << 32 | std::bit_cast<std::uint32_t>(v.y);
    // The finaliser of SplitMix64 (Steele et al. 2014): every input bit affects the low bits, which select
    // the slot.
    std::uint64_t h = xy * 0x9e3779b97f4a7c15ULL + std::bit_cast<std::uint32_t>(v.z);
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ULL;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebULL;
    return h ^ (h >> 31);
}

} // namespace

VectorJoin::VectorJoin(std::size_t expected)
    : slots_(std::bit_ceil(std::max<std::size_t>(16, expected + expected / 2)), empty_slot) {
    vectors_.reserve(expected);
}

std::uint32_t VectorJoin::number_of(glm::vec3 v) {
    v += 0.0F; // -0 becomes 0, everything else is unchanged
    if (vectors_.size() * 4 >= slots_.size() * 3) grow();
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash_of(v) & mask;
    for (; slots_[slot] != empty_slot; slot = (slot + 1) & mask)
        if (vectors_[slots_[slot]] == v) return slots_[slot];
    if (vectors_.size() >= empty_slot)
        throw std::length_error("more distinct vectors than 32 bits can number");
    slots_[slot] = static_cast<std::uint32_t>(vectors_.size());
    vectors_.push_back(v);
    return slots_[slot];
}

void VectorJoin::grow() {
    slots_.assign(slots_.size() * 2, empty_slot);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < vectors_.size(); ++i) {
        std::size_t slot = hash_of(vectors_[i]) & mask;
        while (slots_[slot] != empty_slot)
            slot = (slot + 1) & mask;
        slots_[slot] = static_cast<std::uint32_t>(i);
    }
}

} // namespace hitmap
