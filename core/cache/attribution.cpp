#include "core/cache/attribution.h"

#include "core/cache/traffic_tally.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

constexpr std::size_t checked_every = 256; // requests

} // namespace

Attribution::Attribution(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
                         std::vector<MemoryPath> paths, std::uint32_t line_bytes)
    : ranges_(info),
      scene_(std::move(scene)),
      paths_(std::move(paths)),
      line_bits_(static_cast<unsigned>(std::countr_zero(line_bytes))) {
    for (const Instruction& instruction : info.instructions) {
        bytes_.push_back(std::max<std::uint16_t>(instruction.bytes_per_lane, 1));
        is_global_.push_back(instruction.space == Space::global ? 1 : 0);
    }
}

void Attribution::hold(std::span<PipelineBlock* const> blocks, std::vector<std::unique_ptr<HeldBlock>> held,
                       std::size_t sms) {
    if (sms > sms_.size()) sms_.resize(sms);
    blocks_.assign(blocks.begin(), blocks.end());
    first_access_.resize(blocks.size());
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        auto& first = first_access_[b];
        first.assign(blocks[b]->block.requests.entries.size() + 1, 0);
        for (const ElementAccess& access : blocks[b]->block.accesses)
            ++first[access.entry + 1];
        for (std::size_t i = 1; i < first.size(); ++i)
            first[i] += first[i - 1];
    }
    for (auto& block : held)
        held_.push_back(std::move(block));
}

void Attribution::run(std::uint32_t sm, const JobContext& job) {
    std::size_t requests = 0;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        for (const SmRequest& request : blocks_[b]->requests_of(sm)) {
            if (requests++ % checked_every == 0) job.check();
            run_request(sms_[sm], {b, request.number}, job);
        }
    }
}

void Attribution::run_request(Sm& sm, Place place, const JobContext& job) const {
    const PipelineBlock& block = *blocks_[place.block];
    const std::uint32_t epoch = block.epochs[place.request];
    if (std::exchange(sm.epoch, epoch) != epoch) {
        sm.warps.clear();
        sm.index.reset();
    }
    const auto& entry = block.block.requests.entries[place.request];
    if (is_global_[entry.instruction] == 0) return; // elements lie in global memory
    const auto& first = first_access_[place.block];
    if (first[place.request] != first[place.request + 1])
        register_accesses(sm, warp_of(sm, entry.warp), place);
    add_sectors(sm, place, job);
}

Attribution::Warp& Attribution::warp_of(Sm& sm, std::uint32_t warp) {
    auto& found = sm.warps[warp];
    if (found == nullptr) found = std::make_unique<Warp>();
    return *found;
}

void Attribution::register_accesses(Sm& sm, Warp& warp, Place place) const {
    const auto& first = first_access_[place.block];
    HeldBlock& held = held_of(place.block);
    const std::uint32_t number = blocks_[place.block]->block.requests.entries[place.request].warp;
    for (std::uint32_t i = first[place.request]; i < first[place.request + 1]; ++i) {
        const KnownAccess access = held.access(i);
        warp.lanes[held.lane(i)].add(access);
        if (sm.index != nullptr) sm.index->add(number, held.lane(i), access);
    }
}

void Attribution::add_sectors(Sm& sm, Place place, const JobContext& job) const {
    const PipelineBlock& block = *blocks_[place.block];
    const auto& entry = block.block.requests.entries[place.request];
    const MemoryPath path = paths_[entry.instruction];
    const bool in_l1 = looks_into_l1(path);
    const auto lines = block.coalesced.lines_of(place.request);
    const std::uint64_t* address = block.block.requests.addresses.data() + entry.first_address;
    const unsigned sector_shift = line_bits_ - 5;
    Warp* warp = nullptr;
    std::size_t at = 0; // in lines
    sm.seen.clear();
    for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - *address;
        const std::uint64_t last = *address + std::min<std::uint64_t>(bytes_[entry.instruction] - 1U, room);
        ranges_.for_each(
            *address, last, sm.range,
            [&](std::uint8_t kind, std::uint32_t element, std::uint64_t first_byte, std::uint64_t last_byte) {
                for (std::uint64_t sector = first_byte / 32; sector <= last_byte / 32; ++sector) {
                    const Seen seen{sector, element, kind};
                    if (std::find(sm.seen.rbegin(), sm.seen.rend(), seen) != sm.seen.rend()) continue;
                    sm.seen.push_back(seen);
                    if (warp == nullptr) warp = &warp_of(sm, entry.warp);
                    AccessCounts* const counts = find(sm, *warp, place, lane, {kind, element}, job);
                    if (counts == nullptr) continue;
                    const std::uint64_t line = sector >> sector_shift;
                    if (at == lines.size() || lines[at].line > line) at = 0;
                    while (at < lines.size() && lines[at].line != line)
                        ++at;
                    if (at == lines.size()) continue;
                    const unsigned bit = 1U << (sector & ((1U << sector_shift) - 1));
                    counts->add(in_l1, (lines[at].l1_hits & bit) != 0,
                                (sectors_for_l2(path, lines[at]) & bit) != 0, (lines[at].l2_hits & bit) != 0);
                }
            });
    }
}

bool Attribution::face_has(std::uint32_t face, std::uint32_t vertex) const {
    if (scene_ == nullptr || face >= scene_->face_slots.size()) return false;
    const glm::uvec3& slot = scene_->face_slots[face];
    return slot.x == vertex || slot.y == vertex || slot.z == vertex;
}

AccessCounts* Attribution::find(Sm& sm, Warp& warp, Place place, unsigned lane, Wanted wanted,
                                const JobContext& job) const {
    const LaneHistory& history = warp.lanes[lane];
    const bool is_vertex = wanted.kind == ElementRanges::vertex;
    AccessCounts* const recent =
        is_vertex ? history.find([&](const KnownAccess& access) {
            return access.kind == face_kind && face_has(access.element, wanted.element);
        })
                  : history.find([&](const KnownAccess& access) {
                        return access.kind == wanted.kind && access.element == wanted.element;
                    });
    if (recent != nullptr || !history.forgot()) return recent;
    if (sm.index == nullptr) make_index(sm, place, job);
    const std::uint32_t number = blocks_[place.block]->block.requests.entries[place.request].warp;
    return is_vertex ? sm.index->find_vertex(number, lane, wanted.element)
                     : sm.index->find(number, lane, wanted.kind, wanted.element);
}

/// Of all that the SM's lanes accessed in this launch, the present request included.
void Attribution::make_index(Sm& sm, Place place, const JobContext& job) const {
    sm.index = std::make_unique<LaneIndex>(scene_.get());
    const auto& entries = blocks_[place.block]->block.requests.entries;
    const std::uint32_t number = entries[place.request].sm;
    const std::size_t last = held_.size() - blocks_.size() + place.block;
    for (std::size_t b = 0; b <= last; ++b) {
        job.check();
        std::size_t next = 0;
        for (const HeldBlock::Request& request : held_[b]->requests()) {
            if (b == last && request.number > place.request) return;
            const std::size_t end = next + request.accesses;
            const bool is_of_sm = request.sm == number && request.epoch == sm.epoch;
            for (; next < end; ++next)
                if (is_of_sm) sm.index->add(request.warp, held_[b]->lane(next), held_[b]->access(next));
        }
    }
}

std::vector<std::unique_ptr<HeldBlock>> Attribution::take_before(std::uint32_t epoch) {
    std::vector<std::unique_ptr<HeldBlock>> complete;
    while (!held_.empty() && held_.front()->last_epoch() < epoch) {
        complete.push_back(std::move(held_.front()));
        held_.pop_front();
    }
    blocks_.clear();
    return complete;
}

std::uint64_t Attribution::memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const auto& block : held_)
        bytes += block->memory_bytes();
    return bytes;
}

} // namespace hitmap
