#pragma once

#include "core/base/scratch_store.h"
#include "core/cache/results/access_outcome.h"
#include "core/profile/encoding/chunk.h"
#include "core/profile/encoding/columns.h"
#include "core/profile/encoding/run.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/element_kind.h"

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// The elements of a kind are divided into tiles of this many neighbouring slots. The sums of a tile stay in
/// the cache of a core while its log is read.
inline constexpr std::uint32_t tile_slots = 1U << element_bits;

/// The accesses of one tile in order of time, as runs in chunks. Elements with at least one access are
/// numbered in the order of their slots; other slots have no number.
class TileLog {
public:
    [[nodiscard]] std::size_t elements() const { return slots_.size(); }
    /// Slot of element e relative to the first slot of the tile.
    [[nodiscard]] const std::vector<std::uint16_t>& slots() const { return slots_; }
    /// The number of look-ups of the first access of element e.
    [[nodiscard]] std::uint32_t usual_lookups(std::size_t level, std::size_t e) const {
        return (usual_lookups_[e] >> (4 * level)) & 15U;
    }
    /// Whether every access of an element has its usual number of look-ups.
    [[nodiscard]] bool is_regular() const { return regular_; }
    [[nodiscard]] std::uint64_t memory_bytes() const;

    /// Calls visit(runs) for the runs in positions `part`, in order, chunk by chunk.
    template <class Visit>
    void scan(TimeWindow part, ColumnSet wanted, DecodedRuns& runs, Visit visit) const {
        if (part.first >= part.last) return;
        for (std::size_t c = first_chunk(part); c < chunks_.size() && chunks_[c].first < part.last; ++c) {
            const std::uint64_t end = c + 1 < chunks_.size() ? chunks_[c + 1].first : end_;
            if (c + 2 < chunks_.size()) __builtin_prefetch(chunks_[c + 2].bytes);
            if (c + 1 < chunks_.size()) fetch_chunk(chunks_[c + 1].bytes, wanted);
            const bool whole = chunks_[c].first >= part.first && end <= part.last;
            decode_chunk(chunks_[c].bytes, chunks_[c].first, part, whole, wanted, runs);
            visit(runs);
        }
    }

    /// Calls visit(i, e) with the element e that was accessed at each positions[i]. Positions must rise.
    template <class Visit>
    void find(std::span<const std::uint64_t> positions, DecodedRuns& runs, Visit visit) const {
        for (std::size_t i = 0; i < positions.size();) {
            const std::size_t c = first_chunk({positions[i], positions[i] + 1});
            if (c == chunks_.size()) return;
            const std::uint64_t end = c + 1 < chunks_.size() ? chunks_[c + 1].first : end_;
            if (positions[i] >= end) return;
            decode_chunk(chunks_[c].bytes, chunks_[c].first, {}, true, ColumnSet(Column::last), runs);
            for (std::size_t r = 0; i < positions.size() && positions[i] < end; ++i) {
                while (r < runs.count && runs.position[r] + std::uint64_t{runs.length[r]} <= positions[i])
                    ++r;
                if (r < runs.count && runs.position[r] <= positions[i]) visit(i, runs.element[r]);
            }
        }
    }

private:
    friend class TileLogBuilder;
    friend struct IndexTransfer;
    struct ChunkPlace {
        std::byte* bytes;
        std::uint32_t first; ///< position of the first run
    };
    [[nodiscard]] std::size_t first_chunk(TimeWindow part) const;

    std::vector<ChunkPlace> chunks_;
    std::vector<std::uint16_t> slots_; ///< [elements]
    /// [elements] number of look-ups in L1, plus 16 times that in L2.
    std::vector<std::uint8_t> usual_lookups_;
    std::uint64_t end_ = 0; ///< the position after the last access
    bool regular_ = true;
};

/// Receives the accesses of one tile in order and builds its log.
class TileLogBuilder {
public:
    void add(std::uint32_t position, std::uint32_t slot, const AccessOutcome& outcome, ScratchStore& store);
    /// Returns the log. The builder is empty afterwards.
    [[nodiscard]] TileLog finish(ScratchStore& store);

private:
    /// The slots that were accessed, and the look-ups of their first accesses (TileLog::usual_lookups_).
    struct Slots {
        std::bitset<tile_slots> accessed;
        std::array<std::uint8_t, tile_slots> usual_lookups;
    };
    bool extend_run(std::uint32_t position, std::uint16_t slot, const AccessOutcome& outcome);
    void close_chunk(ScratchStore& store);
    void number_by_slot();

    std::unique_ptr<Slots> slots_; ///< null until the first access
    /// Runs that are not in a chunk yet. Their elements, as those in chunks, are slots until the log is
    /// finished, when it is known which slots have elements.
    std::vector<Run> open_;
    bool open_is_regular_ = true;
    TileLog log_;
};

} // namespace hitmap
