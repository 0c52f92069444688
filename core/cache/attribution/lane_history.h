#pragma once

#include "core/base/salted_hash.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hitmap {

/// Four numbers of 0 to 15.
class FourCounts {
public:
    static constexpr unsigned most = 15;

    [[nodiscard]] unsigned operator[](unsigned which) const { return bits_ >> (4 * which) & most; }
    /// Adds 1 to those that are said, which are less than `most`.
    void add(bool first, bool second, bool third, bool fourth) {
        bits_ = static_cast<std::uint16_t>(bits_ + (first ? 1U : 0U) + (second ? 1U << 4 : 0U) +
                                           (third ? 1U << 8 : 0U) + (fourth ? 1U << 12 : 0U));
    }

private:
    std::uint16_t bits_ = 0;
};

/// What became of an access. It has room for 15 look-ups a level; sectors beyond belong to the allocation
/// alone.
struct AccessCounts {
    enum Count : unsigned { l1_hits, l1_lookups, l2_hits, l2_lookups };
    enum Class : unsigned { l1_cold, l1_conflict, l2_cold, l2_conflict };

    [[nodiscard]] static bool is_full(const FourCounts& counts) {
        return counts[l1_lookups] == FourCounts::most || counts[l2_lookups] == FourCounts::most;
    }
};

/// An access of an element by a lane, and where its counts are: those of AccessCounts::Count and, where
/// misses are explained, behind them those of AccessCounts::Class.
struct KnownAccess {
    FourCounts* counts = nullptr;
    std::uint32_t element = 0;
    ElementKindId kind = 0;
};

/// The last few accesses of the lanes of a warp. What lanes access in one request makes a row, so that little
/// memory is touched.
class WarpHistory {
public:
    /// Accesses of one request, in order; `counts` are those of the first, `each` apart.
    void add(std::span<const ElementAccess> accesses, FourCounts* counts, std::size_t each);
    /// The lane's newest access of those still known for which is(kind, element) holds; null where there is
    /// none.
    template <class Is>
    [[nodiscard]] FourCounts* find(unsigned lane, const Is& is) const {
        for (std::uint64_t i = count_; i-- > 0 && count_ - i <= size;)
            if (const Row& row = rows_[i % size];
                (row.lanes >> lane & 1U) != 0 && is(row.kind, row.elements[lane]))
                return row.counts + row.at[lane];
        return nullptr;
    }
    /// Whether the lane had accesses that are not known any more.
    [[nodiscard]] bool forgot(unsigned lane) const { return (forgotten_ >> lane & 1U) != 0; }

private:
    /// One access of some lanes, all of one kind.
    struct Row {
        FourCounts* counts;
        std::uint32_t lanes = 0;
        ElementKindId kind = 0;
        std::array<std::uint32_t, warp_size> elements; ///< of those lanes
        std::array<std::uint16_t, warp_size> at;       ///< in counts
    };
    static constexpr std::uint64_t size = 6;

    std::array<Row, size> rows_;
    std::uint64_t count_ = 0;
    std::uint32_t forgotten_ = 0; ///< lanes
};

/// All accesses of the lanes of an SM, by element and, of faces, by vertex: for the rare question that
/// WarpHistory cannot answer.
class LaneIndex {
public:
    /// `scene` may be null.
    explicit LaneIndex(const RecordedScene* scene) : scene_(scene) {}
    void add(std::uint32_t warp, unsigned lane, const KnownAccess& access);
    [[nodiscard]] FourCounts* find(std::uint32_t warp, unsigned lane, ElementKindId kind,
                                   std::uint32_t element) const;
    /// The latest face that has the vertex.
    [[nodiscard]] FourCounts* find_vertex(std::uint32_t warp, unsigned lane, std::uint32_t vertex) const;
    /// About: what a node of the table takes besides its contents is the library's business.
    [[nodiscard]] std::uint64_t memory_bytes() const {
        constexpr std::uint64_t node = sizeof(std::pair<const Key, FourCounts*>) + 2 * sizeof(void*);
        return latest_.size() * node + latest_.bucket_count() * sizeof(void*);
    }

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
        std::size_t operator()(const Key& key) const noexcept {
            const std::uint64_t where = std::uint64_t{key.warp} << 13 | key.kind << 5U | key.lane;
            return salted(where ^ salted(key.element));
        }
        SaltedHash salted;
    };
    [[nodiscard]] FourCounts* find(const Key& key) const;

    const RecordedScene* scene_;
    std::unordered_map<Key, FourCounts*, Hash> latest_;
};

} // namespace hitmap
