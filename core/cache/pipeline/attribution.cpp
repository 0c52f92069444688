#include "core/cache/pipeline/attribution.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

constexpr std::size_t checked_every = 256; // number of requests between two checks for cancellation

// The requests of an SM lie far apart in memory, so that what they need is prefetched some requests before.
constexpr std::size_t entries_ahead = 8;
constexpr std::size_t addresses_ahead = 4;
constexpr std::size_t history_ahead = 2;

void prefetch_bytes(const void* first, std::size_t bytes) {
    constexpr std::size_t line_bytes = 64; // of the processor
    const auto* const begin = static_cast<const char*>(first);
    for (std::size_t at = 0; at < bytes; at += line_bytes)
        __builtin_prefetch(begin + at);
}

/// Prefetches what locates the data of the request.
void prefetch_entry(const PipelineBlock& block, const SmRequest& request) {
    __builtin_prefetch(&block.input.requests.entries[request.number]);
    __builtin_prefetch(&block.input.first_access[request.number]);
}

/// Prefetches the addresses of the request and the outcomes of its lines.
void prefetch_data(const PipelineBlock& block, const SmRequest& request) {
    const auto& entry = block.input.requests.entries[request.number];
    prefetch_bytes(block.input.requests.addresses.data() + entry.first_address,
                   static_cast<std::size_t>(std::popcount(entry.mask)) * sizeof(std::uint64_t));
    prefetch_bytes(block.coalesced.numbers.data() + request.first_line,
                   (request.last_line - request.first_line) * sizeof(std::uint64_t));
    __builtin_prefetch(&block.l1.hits[request.first_line]);
    __builtin_prefetch(&block.l1.to_l2[request.first_line]);
    __builtin_prefetch(&block.l2.hits[request.first_line]);
}

} // namespace

Attribution::Attribution(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
                         std::vector<MemoryPath> paths, std::uint32_t line_bytes, bool explains,
                         const CountedParts& counted)
    : ranges_(info, counted),
      counted_(counted),
      scene_(std::move(scene)),
      names_(scene_.get()),
      paths_(std::move(paths)),
      line_bits_(static_cast<unsigned>(std::countr_zero(line_bytes))),
      explains_(explains) {
    for (const Instruction& instruction : info.instructions) {
        bytes_.push_back(std::max<std::uint16_t>(instruction.bytes_per_lane, 1));
        is_global_.push_back(instruction.space == Space::global ? 1 : 0);
    }
    for (const Allocation& allocation : info.allocations)
        if (const auto kind = element_kind_of(allocation.role)) has_naming_ |= names_.has(*kind);
}

void Attribution::add(std::span<PipelineBlock* const> blocks,
                      std::vector<std::unique_ptr<PendingOutcomes>> pending, std::size_t sms) {
    if (sms > sms_.size()) sms_.resize(sms);
    blocks_.assign(blocks.begin(), blocks.end());
    for (auto& block : pending) {
        pending_bytes_ += block->memory_bytes();
        pending_.push_back(std::move(block));
    }
}

void Attribution::run(std::uint32_t sm, const JobContext& job) {
    std::size_t requests = 0;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        const std::span<const SmRequest> queue = blocks_[b]->queues.of(sm);
        for (std::size_t i = 0; i < queue.size(); ++i) {
            if (requests++ % checked_every == 0) job.check();
            if (i + entries_ahead < queue.size()) prefetch_entry(*blocks_[b], queue[i + entries_ahead]);
            if (i + addresses_ahead < queue.size()) prefetch_data(*blocks_[b], queue[i + addresses_ahead]);
            if (i + history_ahead < queue.size())
                prefetch_history(sms_[sm],
                                 blocks_[b]->input.requests.entries[queue[i + history_ahead].number].warp);
            run_request(sms_[sm], {b, queue[i]}, job);
        }
    }
}

void Attribution::run_request(Sm& sm, Place place, const JobContext& job) const {
    if (std::exchange(sm.launch_ordinal, place.request.launch_ordinal) != place.request.launch_ordinal) {
        sm.warps.clear();
        sm.recent.fill({});
        sm.index.reset();
    }
    const MemoryPath path = place.request.path;
    if (path == MemoryPath::local_load || path == MemoryPath::local_store) return;
    const PipelineBlock& block = *blocks_[place.block];
    const std::uint32_t number = place.request.number;
    const auto& entry = block.input.requests.entries[number];
    if (is_global_[entry.instruction] == 0) return; // Only global memory contains elements.
    if (block.input.first_access[number] != block.input.first_access[number + 1])
        register_accesses(sm, warp_of(sm, entry.warp), place);
    if (counted_.counts_instruction(entry.instruction)) add_sectors(sm, place, job);
}

std::pair<std::uint32_t, WarpHistory*>& Attribution::recent_of(Sm& sm, std::uint32_t warp) {
    // Fibonacci hashing (Knuth, vol. 3, 6.4): the indices of the warps of an SM are mostly evenly spaced.
    return sm.recent[warp * 0x9e3779b9U >> 26];
}

void Attribution::prefetch_history(Sm& sm, std::uint32_t warp) {
    const auto& [number, recent] = recent_of(sm, warp);
    if (recent != nullptr && number == warp) recent->prefetch();
}

WarpHistory& Attribution::warp_of(Sm& sm, std::uint32_t warp) {
    auto& [number, recent] = recent_of(sm, warp);
    if (recent != nullptr && number == warp) return *recent;
    auto& found = sm.warps[warp];
    if (found == nullptr) found = std::make_unique<WarpHistory>();
    number = warp;
    recent = found.get();
    return *found;
}

void Attribution::register_accesses(Sm& sm, WarpHistory& warp, Place place) const {
    const PipelineBlock& block = *blocks_[place.block];
    const std::uint32_t first = block.input.first_access[place.request.number];
    const std::uint32_t last = block.input.first_access[place.request.number + 1];
    PendingOutcomes& pending = pending_of(place.block);
    const auto accesses = std::span(block.input.accesses).subspan(first, last - first);
    warp.add(accesses, pending.counts(first), pending.counts_each());
    if (names_.has(accesses.front().kind))
        for (const ElementAccess& access : accesses)
            names_.fetch(access.kind, access.element);
    if (sm.index == nullptr) return;
    const std::uint32_t number = block.input.requests.entries[place.request.number].warp;
    for (std::uint32_t i = first; i < last; ++i)
        sm.index->add(number, accesses[i - first].lane,
                      {pending.counts(i), accesses[i - first].element, accesses[i - first].kind});
}

/// Returns whether the address was already seen in this request, and inserts it if not. The loop has no
/// branch, so that the compiler can compare several addresses at once.
bool Attribution::is_seen(Sm& sm, std::uint64_t address) {
    bool found = false;
    if (!sm.new_addresses.add(address))
        for (const std::uint64_t seen : sm.addresses)
            found |= seen == address;
    if (!found) sm.addresses.push_back(address);
    return found;
}

bool Attribution::is_seen(Sm& sm, const Seen& seen) {
    bool found = false;
    if (!sm.new_sectors.add(seen.sector ^ seen.element << 32))
        for (const Seen& before : sm.seen)
            found |= before == seen;
    if (!found) sm.seen.push_back(seen);
    return found;
}

bool Attribution::LineCursor::find(std::uint64_t line) {
    if (at == numbers.size() || numbers[at] > line) at = 0;
    while (at < numbers.size() && numbers[at] != line)
        ++at;
    return at < numbers.size();
}

/// Whether a lower lane of the request loads the same vertices because of the element that this lane accessed
/// last of those that name vertices. All sectors of this lane belong to that lane then. False if that is not
/// certain. Must be called after the request's first vertex.
bool Attribution::is_seen_naming(const Sm& sm, const Current& request, Lane lane) const {
    const KnownAccess naming =
        request.warp->find(lane.number, [&](ElementKindId kind, std::uint32_t) { return names_.has(kind); });
    if (naming.counts == nullptr) return false;
    const std::uint64_t element = key_of(naming.kind, naming.element);
    bool found = false;
    for (const NamingAddress& seen : sm.of_naming)
        found |= seen.address == lane.address && seen.element == element;
    return found;
}

void Attribution::add_sectors(Sm& sm, Place place, const JobContext& job) const {
    const PipelineBlock& block = *blocks_[place.block];
    const auto& entry = block.input.requests.entries[place.request.number];
    const std::uint64_t* address = block.input.requests.addresses.data() + entry.first_address;
    Current request{place,
                    entry.warp,
                    bytes_[entry.instruction] - 1U,
                    {block.coalesced.numbers_of(place.request.number)}};
    sm.seen.clear();
    sm.of_naming.clear();
    sm.loads_vertices = false;
    sm.addresses.clear();
    sm.new_addresses.clear();
    sm.new_sectors.clear();
    for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address) {
        const Lane lane{static_cast<unsigned>(std::countr_zero(rest)), *address};
        // All sectors of an address that was seen belong to a lower lane, except those of vertices that this
        // lane loads because of another element.
        if (!is_seen(sm, *address) || (sm.loads_vertices && !is_seen_naming(sm, request, lane)))
            add_lane(sm, request, lane, job);
    }
}

/// Counts the sectors that no lower lane of the request has for the same elements.
void Attribution::add_lane(Sm& sm, Current& request, Lane lane, const JobContext& job) const {
    const unsigned sector_shift = line_bits_ - 5;
    NamingOfVertices naming;
    const std::uint64_t space = std::numeric_limits<std::uint64_t>::max() - lane.address;
    ranges_.for_each(
        lane.address, lane.address + std::min(request.more_bytes, space), sm.range,
        [&](std::uint8_t kind, std::uint32_t element, std::uint64_t first_byte, std::uint64_t last_byte) {
            Wanted because_of{kind, element};
            KnownAccess access;
            const bool is_vertex = kind == ElementRanges::vertex;
            if (is_vertex) {
                if (!has_naming_) return;
                access = find(sm, request, lane.number, because_of, job);
                naming.add(access);
                if (access.counts == nullptr) return;
                because_of = {access.kind, access.element};
            }
            const std::uint64_t key = key_of(because_of.kind, because_of.element);
            for (std::uint64_t sector = first_byte / 32; sector <= last_byte / 32; ++sector) {
                if (is_seen(sm, Seen{sector, key})) continue;
                if (!is_vertex) access = find(sm, request, lane.number, because_of, job);
                if (access.counts != nullptr && request.lines.find(sector >> sector_shift))
                    count(access.counts, request.place, request.place.request.first_line + request.lines.at,
                          1U << (sector & ((1U << sector_shift) - 1)));
            }
        });
    sm.loads_vertices |= naming.has_vertices();
    if (naming.is_one()) sm.of_naming.push_back({lane.address, naming.element()});
}

/// Adds the sector `bit` of line `at` to the counts.
void Attribution::count(FourCounts* counts, Place place, std::size_t at, unsigned bit) const {
    if (AccessCounts::is_full(counts[0])) return;
    const PipelineBlock& block = *blocks_[place.block];
    const LineOutcome line = block.outcome(at);
    const MemoryPath path = place.request.path;
    const bool in_l1 = looks_into_l1(path);
    const bool in_l2 = (line.to_l2 & bit) != 0;
    const bool l1_hit = (line.l1_hits & bit) != 0;
    const bool l2_hit = (line.l2_hits & bit) != 0;
    counts[0].add(l1_hit, in_l1, l2_hit, in_l2);
    if (!explains_) return;
    const LineReuse& reuse = block.reuse.lines[at];
    const bool l1_miss = in_l1 && !l1_hit;
    const bool l2_miss = in_l2 && !l2_hit;
    counts[1].add(l1_miss && (reuse.l1.cold & bit) != 0, l1_miss && (reuse.l1.within & bit) != 0,
                  l2_miss && (reuse.l2.cold & bit) != 0, l2_miss && (reuse.l2.within & bit) != 0);
}

WarpHistory& Attribution::history_of(Sm& sm, Current& request) {
    if (request.warp == nullptr) request.warp = &warp_of(sm, request.warp_index);
    return *request.warp;
}

KnownAccess Attribution::find(Sm& sm, Current& request, unsigned lane, Wanted wanted,
                              const JobContext& job) const {
    const WarpHistory& warp = history_of(sm, request);
    const KnownAccess recent = wanted.kind == ElementRanges::vertex
                                   ? warp.find(lane,
                                               [&](ElementKindId kind, std::uint32_t element) {
                                                   return names_.names(kind, element, wanted.element);
                                               })
                                   : warp.find(lane, [&](ElementKindId kind, std::uint32_t element) {
                                         return kind == wanted.kind && element == wanted.element;
                                     });
    if (recent.counts != nullptr || !warp.forgot(lane)) return recent;
    if (sm.index == nullptr) make_index(sm, request.place, job);
    return wanted.kind == ElementRanges::vertex
               ? sm.index->find_vertex(request.warp_index, lane, wanted.element)
               : sm.index->find(request.warp_index, lane, wanted.kind, wanted.element);
}

/// Builds the index of all accesses of the SM's lanes in this launch, including the current request.
void Attribution::make_index(Sm& sm, Place place, const JobContext& job) const {
    sm.index = std::make_unique<LaneIndex>(names_);
    const std::uint32_t number = blocks_[place.block]->input.requests.entries[place.request.number].sm;
    const std::size_t last = pending_.size() - blocks_.size() + place.block;
    for (std::size_t b = 0; b <= last; ++b) {
        job.check();
        pending_[b]->for_each(
            [&](const PendingOutcomes::Request& request, unsigned lane, const KnownAccess& access) {
                if (b == last && request.number > place.request.number) return false;
                if (request.sm == number && request.launch_ordinal == sm.launch_ordinal)
                    sm.index->add(request.warp, lane, access);
                return true;
            });
    }
}

std::vector<std::unique_ptr<PendingOutcomes>> Attribution::take_before(std::uint32_t launch_ordinal) {
    std::vector<std::unique_ptr<PendingOutcomes>> complete;
    while (!pending_.empty() && pending_.front()->last_launch_ordinal() < launch_ordinal) {
        pending_bytes_ -= pending_.front()->memory_bytes();
        complete.push_back(std::move(pending_.front()));
        pending_.pop_front();
    }
    blocks_.clear();
    return complete;
}

std::uint64_t Attribution::memory_bytes() const {
    std::uint64_t bytes = pending_bytes_ + sms_.capacity() * sizeof(Sm);
    for (const Sm& sm : sms_) {
        bytes += sm.warps.size() * sizeof(WarpHistory);
        if (sm.index != nullptr) bytes += sm.index->memory_bytes();
    }
    return bytes;
}

} // namespace hitmap
