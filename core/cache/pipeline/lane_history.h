#pragma once

#include "core/base/salted_hash.h"
#include "core/trace/elements/element_names.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/element_kind.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hitmap {

/// Four counters, each 0 to 15.
class FourCounts {
public:
    static constexpr unsigned most = 15; ///< a counter has four bits

    [[nodiscard]] unsigned operator[](unsigned which) const { return bits_ >> (4 * which) & most; }
    /// Increments the counters whose argument is true. They must be less than `most`.
    void add(bool first, bool second, bool third, bool fourth) {
        bits_ = static_cast<std::uint16_t>(bits_ + (first ? 1U : 0U) + (second ? 1U << 4 : 0U) +
                                           (third ? 1U << 8 : 0U) + (fourth ? 1U << 12 : 0U));
    }

private:
    std::uint16_t bits_ = 0;
};

/// The counts of one access. Each level counts at most 15 look-ups; further sectors are counted for the
/// allocation only.
struct AccessCounts {
    enum Count : unsigned { l1_hits, l1_lookups, l2_hits, l2_lookups };
    enum Class : unsigned { l1_cold, l1_conflict, l2_cold, l2_conflict };

    [[nodiscard]] static bool is_full(const FourCounts& counts) {
        return counts[l1_lookups] == FourCounts::most || counts[l2_lookups] == FourCounts::most;
    }
};

/// An element access of a lane and the location of its counts: those of AccessCounts::Count, followed by
/// those of AccessCounts::Class if misses are explained.
struct KnownAccess {
    FourCounts* counts = nullptr;
    std::uint32_t element = 0;
    ElementKindId kind = 0;
};

/// The last few accesses of the lanes of a warp. The accesses of one request are stored as one row, so that a
/// look-up touches little memory.
class WarpHistory {
public:
    /// Adds the accesses of one request, in order. `counts` points to the counts of the first access; those
    /// of the next are `each` entries further.
    void add(std::span<const ElementAccess> accesses, FourCounts* counts, std::size_t each);
    /// Returns the lane's newest stored access for which is(kind, element) is true; if there is none, one
    /// without counts.
    template <class Is>
    [[nodiscard]] KnownAccess find(unsigned lane, const Is& is) const {
        for (std::uint64_t i = count_; i-- > 0 && count_ - i <= size;)
            if (const Row& row = rows_[i % size];
                (row.lanes >> lane & 1U) != 0 && is(row.kind, row.elements[lane]))
                return {row.counts + row.at[lane], row.elements[lane], row.kind};
        return {};
    }
    /// Prefetches the newest accesses.
    void prefetch() const {
        const auto* const row = reinterpret_cast<const char*>(&rows_[(count_ - 1) % size]);
        for (std::size_t at = 0; at < sizeof(Row); at += 64)
            __builtin_prefetch(row + at);
    }
    /// Whether accesses of the lane were overwritten by newer ones.
    [[nodiscard]] bool forgot(unsigned lane) const { return (forgotten_ >> lane & 1U) != 0; }

private:
    /// One access per lane, all of one kind.
    struct Row {
        FourCounts* counts;
        std::uint32_t lanes = 0;
        ElementKindId kind = 0;
        std::array<std::uint32_t, warp_size> elements; ///< of the lanes in the mask
        std::array<std::uint16_t, warp_size> at;       ///< index into counts
    };
    /// Six requests suffice for all kernels of the reference tracer; older accesses are found in a LaneIndex
    /// (docs/decisions/006-pending-accesses.md).
    static constexpr std::uint64_t size = 6;

    std::uint64_t count_ = 0;
    std::uint32_t forgotten_ = 0; ///< lanes with overwritten accesses
    std::array<Row, size> rows_;
};

/// All accesses of the lanes of an SM by element and by the vertices that elements name. It answers the rare
/// look-ups that WarpHistory cannot.
class LaneIndex {
public:
    /// The names must outlive this.
    explicit LaneIndex(const ElementNames& names) : names_(names) {}
    void add(std::uint32_t warp, unsigned lane, const KnownAccess& access);
    /// Returns the lane's latest access of the element; if there is none, one without counts.
    [[nodiscard]] KnownAccess find(std::uint32_t warp, unsigned lane, ElementKindId kind,
                                   std::uint32_t element) const;
    /// Returns the lane's latest access of an element that names the vertex; if there is none, one without
    /// counts.
    [[nodiscard]] KnownAccess find_vertex(std::uint32_t warp, unsigned lane, std::uint32_t vertex) const;
    /// An estimate: the size of a hash table node depends on the standard library.
    [[nodiscard]] std::uint64_t memory_bytes() const {
        constexpr std::uint64_t node = sizeof(std::pair<const Key, KnownAccess>) + 2 * sizeof(void*);
        return latest_.size() * node + latest_.bucket_count() * sizeof(void*);
    }

private:
    static constexpr std::uint8_t vertices = 255; ///< used in place of a kind
    struct Key {
        std::uint32_t warp;
        std::uint32_t element;
        std::uint8_t lane;
        std::uint8_t kind; ///< kind of the element, or `vertices`
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const noexcept {
            const std::uint64_t where = std::uint64_t{key.warp} << 13 | key.kind << 5U | key.lane;
            return salted(where ^ salted(key.element));
        }
        SaltedHash salted;
    };
    [[nodiscard]] KnownAccess find(const Key& key) const;

    const ElementNames& names_;
    std::unordered_map<Key, KnownAccess, Hash> latest_;
};

} // namespace hitmap
