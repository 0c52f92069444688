#include "core/profile/index/tile_log.h"

#include "core/profile/encoding/stored_chunk.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace hitmap {

std::uint64_t TileLog::memory_bytes() const {
    return chunks_.capacity() * sizeof(ChunkPlace) + slots_.capacity() * sizeof(std::uint16_t) +
           usual_lookups_.capacity();
}

std::size_t TileLog::first_chunk(TimeWindow part) const {
    const auto later = std::upper_bound(chunks_.begin(), chunks_.end(), part.first,
                                        [](std::uint64_t p, const ChunkPlace& c) { return p < c.first; });
    return later == chunks_.begin() ? 0 : static_cast<std::size_t>(later - chunks_.begin()) - 1;
}

bool TileLogBuilder::extend_run(std::uint32_t position, std::uint16_t slot, const AccessOutcome& outcome) {
    if (open_.empty()) return false;
    Run& run = open_.back();
    const bool next =
        run.element == slot && run.position + run.length == position && run.length < Run::most_accesses;
    if (!next || outcome.l1_lookups != run.lookups[0] || outcome.l2_lookups != run.lookups[1] ||
        outcome.l1_hits != outcome.l1_lookups * hit_unit ||
        outcome.l2_hits != outcome.l2_lookups * hit_unit || outcome.l1_cold != 0 || outcome.l2_cold != 0)
        return false;
    constexpr std::uint32_t most = std::numeric_limits<std::uint16_t>::max();
    if (outcome.l1_distance > most || outcome.l2_distance > most) return false;
    const std::array<std::uint16_t, cache_levels> later{static_cast<std::uint16_t>(outcome.l1_distance),
                                                        static_cast<std::uint16_t>(outcome.l2_distance)};
    if (run.length > 1 && run.later_distance != later) return false;
    run.later_distance = later;
    ++run.length;
    return true;
}

void TileLogBuilder::add(std::uint32_t position, std::uint32_t slot, const AccessOutcome& outcome,
                         ScratchStore& store) {
    const auto lookups = static_cast<std::uint8_t>(outcome.l1_lookups | outcome.l2_lookups << 4);
    if (slots_ == nullptr) slots_ = std::make_unique<Slots>();
    if (!slots_->accessed[slot]) {
        slots_->accessed.set(slot);
        slots_->usual_lookups[slot] = lookups;
    }
    log_.end_ = std::uint64_t{position} + 1;
    if (extend_run(position, static_cast<std::uint16_t>(slot), outcome)) return;
    if (open_.size() == chunk_runs) close_chunk(store);
    Run run;
    run.position = position;
    run.element = static_cast<std::uint16_t>(slot);
    run.misses = {outcome.l1_lookups * hit_unit - outcome.l1_hits,
                  outcome.l2_lookups * hit_unit - outcome.l2_hits};
    run.distance = {outcome.l1_distance, outcome.l2_distance};
    run.lookups = {outcome.l1_lookups, outcome.l2_lookups};
    run.cold = {outcome.l1_cold, outcome.l2_cold};
    run.conflict = {outcome.l1_conflict, outcome.l2_conflict};
    open_.push_back(run);
    if (slots_->usual_lookups[slot] != lookups) open_is_regular_ = false;
}

void TileLogBuilder::close_chunk(ScratchStore& store) {
    log_.chunks_.push_back({store_chunk(open_, !open_is_regular_, store), open_.front().position});
    log_.regular_ = log_.regular_ && open_is_regular_;
    open_is_regular_ = true;
    open_.clear();
}

void TileLogBuilder::number_by_slot() {
    if (slots_ == nullptr) return;
    std::vector<std::uint16_t> numbers(tile_slots);
    log_.slots_.reserve(slots_->accessed.count());
    log_.usual_lookups_.reserve(slots_->accessed.count());
    for (std::size_t slot = 0; slot < tile_slots; ++slot) {
        if (!slots_->accessed[slot]) continue;
        numbers[slot] = static_cast<std::uint16_t>(log_.slots_.size());
        log_.slots_.push_back(static_cast<std::uint16_t>(slot));
        log_.usual_lookups_.push_back(slots_->usual_lookups[slot]);
    }
    for (const TileLog::ChunkPlace& chunk : log_.chunks_)
        renumber_chunk(chunk.bytes, numbers);
}

TileLog TileLogBuilder::finish(ScratchStore& store) {
    if (!open_.empty()) close_chunk(store);
    number_by_slot();
    log_.chunks_.shrink_to_fit();
    TileLog log = std::move(log_);
    *this = {};
    return log;
}

} // namespace hitmap
