#pragma once

#include "core/trace/element_kind.h"
#include "core/trace/recording.h"

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace hitmap {

/// What became of an access: hits and look-ups of both levels, 4 bits each. An access has room for 15
/// look-ups a level; sectors beyond belong to the allocation alone.
class AccessCounts {
public:
    static constexpr unsigned most_lookups = 15;

    void add(bool l1_lookup, bool l1_hit, bool l2_lookup, bool l2_hit) {
        if (l1_lookups() == most_lookups || l2_lookups() == most_lookups) return;
        bits_ = static_cast<std::uint16_t>(bits_ + (l1_hit ? 1U : 0U) + (l1_lookup ? 1U << 4 : 0U) +
                                           (l2_hit ? 1U << 8 : 0U) + (l2_lookup ? 1U << 12 : 0U));
    }
    [[nodiscard]] unsigned l1_hits() const { return bits_ & 15U; }
    [[nodiscard]] unsigned l1_lookups() const { return bits_ >> 4 & 15U; }
    [[nodiscard]] unsigned l2_hits() const { return bits_ >> 8 & 15U; }
    [[nodiscard]] unsigned l2_lookups() const { return bits_ >> 12 & 15U; }

private:
    std::uint16_t bits_ = 0;
};

/// An access of an element by a lane, and where its counts are.
struct KnownAccess {
    ElementKindId kind = 0;
    std::uint32_t element = 0;
    AccessCounts* counts = nullptr;
};

/// The last few accesses of one lane.
class LaneHistory {
public:
    void add(const KnownAccess& access) { recent_[count_++ % size] = access; }
    /// The newest of those still known for which is(access) holds; null where there is none.
    template <class Is>
    [[nodiscard]] AccessCounts* find(const Is& is) const {
        for (std::uint64_t i = count_; i-- > 0 && count_ - i <= size;)
            if (const KnownAccess& access = recent_[i % size]; is(access)) return access.counts;
        return nullptr;
    }
    /// Whether there have been more than are known.
    [[nodiscard]] bool forgot() const { return count_ > size; }

private:
    static constexpr std::uint64_t size = 6;
    std::array<KnownAccess, size> recent_{};
    std::uint64_t count_ = 0;
};

/// All accesses of the lanes of an SM, by element and, of faces, by vertex: for the rare question that
/// LaneHistory cannot answer.
class LaneIndex {
public:
    /// `scene` may be null.
    explicit LaneIndex(const RecordedScene* scene) : scene_(scene) {}
    void add(std::uint32_t warp, unsigned lane, const KnownAccess& access);
    [[nodiscard]] AccessCounts* find(std::uint32_t warp, unsigned lane, ElementKindId kind,
                                     std::uint32_t element) const;
    /// The latest face that has the vertex.
    [[nodiscard]] AccessCounts* find_vertex(std::uint32_t warp, unsigned lane, std::uint32_t vertex) const;

private:
    static constexpr std::uint8_t vertices = 255;
    struct Key {
        std::uint32_t warp;
        std::uint32_t element;
        std::uint8_t lane;
        std::uint8_t kind; ///< of the element, or `vertices`
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            const std::uint64_t where = std::uint64_t{key.warp} << 13 | key.kind << 5U | key.lane;
            return static_cast<std::size_t>(
                ((where * 0x9e3779b97f4a7c15ULL) ^ (key.element * 0xd1342543de82ef95ULL)) >> 7);
        }
    };
    [[nodiscard]] AccessCounts* find(const Key& key) const;

    const RecordedScene* scene_;
    std::unordered_map<Key, AccessCounts*, Hash> latest_;
};

} // namespace hitmap
