#pragma once

#include "core/cache/reuse/reuse_stack.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// A reuse distance in one code of 16 bits or, if it is far, in two. Any distance below 2^30 is exact.
struct DistanceCode {
    static constexpr std::uint16_t cold = 0xbfff; ///< no distance; codes below are distances
    static constexpr std::uint16_t far = 0xc000;  ///< codes from here on: upper bits; the next has the lower

    static void append(std::uint32_t distance, std::vector<std::uint16_t>& codes) {
        if (distance == ReuseStack::cold) {
            codes.push_back(cold);
        } else if (distance < cold) {
            codes.push_back(static_cast<std::uint16_t>(distance));
        } else {
            codes.push_back(static_cast<std::uint16_t>(far + (distance >> 16)));
            codes.push_back(static_cast<std::uint16_t>(distance));
        }
    }
    /// Returns the distance of the code at `at`, which may be ReuseStack::cold, and moves to the next one.
    static std::uint32_t next(const std::uint16_t*& at) {
        const std::uint32_t code = *at++;
        if (code < cold) return code;
        if (code == cold) return ReuseStack::cold;
        return (code - far) << 16 | *at++;
    }
};

/// Consecutive accesses of one element by neighbouring lanes, of which each after the first one finds its
/// lines on top of the stack: the part of an access group that is in a window.
struct KeptRun {
    std::uint64_t position = 0; ///< of the first access in the window
    std::uint64_t number = 0;   ///< of the same access, counted from the first one of the tile
    std::uint32_t count = 0;    ///< accesses in the window
    std::uint32_t repeats = 0;  ///< those of them that follow another access of their group
    std::uint16_t element = 0;
    bool has_first = false;     ///< the other access is in the window
    bool has_distances = false; ///< the distances of the group's first access are stored here
    bool counted = true;        ///< false: excluded by the restriction of the simulation
};

/// The accesses of the elements of a tile (tile_slots neighbouring slots of one kind), in order of time, with
/// the reuse distance of each look-up that is not determined by the access before it. Elements with accesses
/// are numbered in the order of their first accesses.
class KeptTile {
public:
    static constexpr std::uint16_t no_element = 0xffff;

    ElementKindId kind = 0;
    std::uint64_t first_slot = 0;
    std::uint32_t slot_count = 0;
    std::uint64_t first_element = 0; ///< number of elements in earlier tiles

    [[nodiscard]] std::size_t elements() const { return slots_.size(); }
    /// The slot of each element, relative to first_slot.
    [[nodiscard]] const std::vector<std::uint16_t>& slots() const { return slots_; }
    /// Returns no_element if the slot was not accessed.
    [[nodiscard]] std::uint16_t element_of(std::uint32_t slot) const {
        return element_of_slot_.empty() ? no_element : element_of_slot_[slot];
    }
    /// [elements] The number of look-ups of each access of an element.
    [[nodiscard]] const std::vector<std::uint8_t>& lookups(std::size_t level) const {
        return lookups_[level];
    }
    /// [elements] Index of the distances of each access that follows another one (KeptDistances::patterns).
    [[nodiscard]] const std::vector<std::uint16_t>& patterns(std::size_t level) const {
        return patterns_[level];
    }
    [[nodiscard]] std::size_t groups() const { return heads_.size(); }
    [[nodiscard]] std::uint64_t accesses() const { return accesses_; }
    [[nodiscard]] std::uint64_t memory_bytes() const;

    /// Calls visit(run, at) for the groups in the window, by rising positions. If run.has_distances, `at` is
    /// at the codes of the level: visit must read lookups() of them, even if the run is empty, or may leave
    /// all codes alone. Runs at the ends of the window may be empty.
    template <class Visit>
    void scan(std::size_t level, TimeWindow window, Visit visit) const {
        if (window.first >= window.last || heads_.empty()) return;
        const Mark& mark = mark_before(window.first);
        const std::uint16_t* at = codes_[level].data() + mark.codes[level];
        std::uint64_t end = mark.end;
        std::uint64_t number = mark.accesses;
        for (std::size_t h = mark.head; h < heads_.size(); ++h) {
            const std::uint32_t head = heads_[h];
            if ((head & gap_bit) != 0) {
                end += gap_of(head);
                continue;
            }
            const std::uint64_t first = end + (head >> delta_shift);
            if (first >= window.last) return;
            KeptRun run;
            run.number += first - run.position;
            run.position = first;
            run.count = ((head >> count_shift) & (most_accesses - 1)) + 1;
            run.element = static_cast<std::uint16_t>(head & (no_slot - 1));
            run.has_distances = run.has_first = (head & repeat_bit) == 0;
            run.counted = (head & excluded_bit) == 0;
            end = first + run.count;
            run.number = number;
            number += run.count;
            if (first < window.first || end > window.last) cut(run, window);
            run.repeats = run.count - (run.has_first ? 1 : 0);
            visit(run, at);
        }
    }

private:
    friend class KeptTileBuilder;
    // A head has 32 bits: the element, the number of accesses - 1, three flags, and the positions since the
    // end of the former group. A longer distance is in heads of its own before it, whose other bits are it.
    static constexpr std::uint32_t no_slot = 1U << 13;
    static constexpr unsigned count_shift = 13;
    static constexpr std::uint32_t most_accesses = 32;
    static constexpr std::uint32_t repeat_bit = 1U << 18;
    static constexpr std::uint32_t excluded_bit = 1U << 19;
    static constexpr std::uint32_t gap_bit = 1U << 20;
    static constexpr unsigned delta_shift = 21;
    static constexpr std::uint32_t delta_end = 1U << (32 - delta_shift);
    static constexpr std::uint64_t gap_end = std::uint64_t{1} << 31;
    [[nodiscard]] static std::uint32_t gap_of(std::uint32_t head) {
        return (head >> delta_shift) << 20 | (head & (gap_bit - 1));
    }

    /// A place where reading can begin.
    struct Mark {
        std::uint64_t end = 0;      ///< the position after all earlier groups
        std::uint64_t accesses = 0; ///< of all earlier groups
        std::size_t head = 0;
        std::array<std::size_t, 2> codes{};
    };
    static constexpr std::size_t mark_heads = 1024;
    [[nodiscard]] const Mark& mark_before(std::uint64_t position) const {
        const auto later = std::upper_bound(marks_.begin() + 1, marks_.end(), position,
                                            [](std::uint64_t p, const Mark& mark) { return p < mark.end; });
        return *(later - 1);
    }
    static void cut(KeptRun& run, TimeWindow window) {
        const std::uint64_t first = std::max(run.position, window.first);
        const std::uint64_t end = std::min(run.position + run.count, window.last);
        if (run.position < window.first) run.has_first = false;
        run.position = first;
        run.count = first < end ? static_cast<std::uint32_t>(end - first) : 0;
    }

    std::vector<std::uint32_t> heads_;
    std::array<std::vector<std::uint16_t>, 2> codes_; ///< [levels]
    std::vector<Mark> marks_;                         ///< the first one is the start
    std::uint64_t accesses_ = 0;
    std::vector<std::uint16_t> slots_;
    std::vector<std::uint16_t> element_of_slot_; ///< [slot_count], or empty: no accesses
    std::array<std::vector<std::uint8_t>, 2> lookups_;
    std::array<std::vector<std::uint16_t>, 2> patterns_;
};

/// What is the same for all accesses of an element, in both levels.
struct ElementLookups {
    std::array<std::uint8_t, 2> lookups{};
    std::array<std::uint16_t, 2> patterns{};
};

/// Fills a tile with groups, by rising positions.
class KeptTileBuilder {
public:
    explicit KeptTileBuilder(KeptTile& tile) : tile_(tile) { tile.marks_.resize(1); }

    /// Returns the number of the slot's element. If it has none yet, `describe()` returns its ElementLookups.
    template <class Describe>
    std::uint16_t element_of(std::uint32_t slot, const Describe& describe) {
        if (tile_.element_of_slot_.empty())
            tile_.element_of_slot_.assign(tile_.slot_count, KeptTile::no_element);
        std::uint16_t& element = tile_.element_of_slot_[slot];
        if (element == KeptTile::no_element) {
            element = static_cast<std::uint16_t>(tile_.slots_.size());
            add_element(slot, describe());
        }
        return element;
    }
    /// Adds 1 to 32 accesses, the first of which has distances.
    void add(std::uint64_t position, std::uint16_t element, std::uint32_t count, bool counted,
             const std::array<std::span<const std::uint32_t>, 2>& distances);
    /// Adds 1 to 32 accesses that follow others of their group.
    void add_repeats(std::uint64_t position, std::uint16_t element, std::uint32_t count, bool counted) {
        add_head(position, element, count,
                 counted ? KeptTile::repeat_bit : KeptTile::repeat_bit | KeptTile::excluded_bit);
    }
    /// Releases memory that was reserved for more.
    void finish();

private:
    void add_element(std::uint32_t slot, const ElementLookups& described);
    void add_head(std::uint64_t position, std::uint16_t element, std::uint32_t count, std::uint32_t flags);

    KeptTile& tile_;
    std::uint64_t end_ = 0; ///< the position after the last group
};

} // namespace hitmap
