#include "core/geometry/mesh/vector_join.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

namespace hitmap {

namespace {

constexpr std::uint32_t empty_slot = std::numeric_limits<std::uint32_t>::max();

/// The finaliser of SplitMix64 (Steele et al. 2014): every input bit affects the low bits, which select the
/// slot.
std::uint64_t mixed(std::uint64_t h) {
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ULL;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebULL;
    return h ^ (h >> 31);
}

constexpr std::uint64_t odd_factor = 0x9e3779b97f4a7c15ULL;

std::uint64_t hash_of(const glm::vec3& v) {
    const std::uint64_t xy =
        std::uint64_t{std::bit_cast<std::uint32_t>(v.x)} << 32 | std::bit_cast<std::uint32_t>(v.y);
    return mixed(xy * odd_factor + std::bit_cast<std::uint32_t>(v.z));
}

std::uint64_t hash_of(const glm::dvec3& v) {
    const std::uint64_t xy =
        mixed(std::bit_cast<std::uint64_t>(v.x) * odd_factor + std::bit_cast<std::uint64_t>(v.y));
    return mixed(xy * odd_factor + std::bit_cast<std::uint64_t>(v.z));
}

} // namespace

template <class Vector>
BasicVectorJoin<Vector>::BasicVectorJoin(std::size_t expected)
    : slots_(std::bit_ceil(std::max<std::size_t>(16, expected + expected / 2)), empty_slot) {
    vectors_.reserve(expected);
}

template <class Vector>
std::uint32_t BasicVectorJoin<Vector>::number_of(Vector v) {
    v += typename Vector::value_type(0); // -0 becomes 0, everything else is unchanged
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

template <class Vector>
void BasicVectorJoin<Vector>::grow() {
    slots_.assign(slots_.size() * 2, empty_slot);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < vectors_.size(); ++i) {
        std::size_t slot = hash_of(vectors_[i]) & mask;
        while (slots_[slot] != empty_slot)
            slot = (slot + 1) & mask;
        slots_[slot] = static_cast<std::uint32_t>(i);
    }
}

template class BasicVectorJoin<glm::vec3>;
template class BasicVectorJoin<glm::dvec3>;

} // namespace hitmap
