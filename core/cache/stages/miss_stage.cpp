#include "core/cache/stages/miss_stage.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace hitmap {

namespace {

/// Writes the distances of the requested sectors, of which the first is sector `shift` of the line of
/// distances.
void put(ReuseInformation& reuse, const SectorReuse::Distances& distances, LineSectors asked, int shift,
         std::uint64_t capacity) {
    for (unsigned rest = asked; rest != 0; rest &= rest - 1) {
        const int of_l2 = std::countr_zero(rest);
        const auto s = static_cast<unsigned>(of_l2 - shift);
        const std::uint32_t distance = distances[static_cast<unsigned>(of_l2)];
        const auto bit = static_cast<LineSectors>(1U << s);
        reuse.bins[s] = ReuseHistogram::bin_of(distance);
        if (distance == SectorReuse::cold)
            reuse.cold = static_cast<LineSectors>(reuse.cold | bit);
        else if (distance < capacity)
            reuse.within = static_cast<LineSectors>(reuse.within | bit);
    }
}

void count_reuse(ReuseHistogram& histogram, const ReuseInformation& reuse, LineSectors sectors) {
    for (unsigned rest = sectors; rest != 0; rest &= rest - 1) {
        const auto s = static_cast<unsigned>(std::countr_zero(rest));
        histogram.add(reuse.bins[s], (reuse.within >> s & 1U) != 0);
    }
}

} // namespace

MissStage::MissStage(const HierarchyConfig& config, std::vector<MemoryPath> paths, std::size_t allocations)
    : config_(config),
      paths_(std::move(paths)),
      l1_fill_(config.l1),
      l2_fill_(config.l2),
      l2_collector_(config.l1),
      l2_lines_(config.l1.line, config.l2.line),
      l2_(config.l2.lines()),
      is_kept_(paths_.size()) {
    const auto make = [&](const CacheGeometry& geometry) {
        return LevelReuse{geometry.lines(),
                          geometry.line,
                          {},
                          std::vector<ReuseHistogram>(allocations),
                          std::vector<ReuseHistogram>(paths_.size())};
    };
    report_ = {make(config.l1), make(config.l2)};
}

void MissStage::reserve(std::size_t sms) {
    if (sms > sms_.size()) sms_.resize(sms);
}

void MissStage::run_l1(std::uint32_t sm, const SmQueues& queues, const CoalescedRequests& lines,
                       ReuseOutput& out, const JobContext& job) {
    const auto requests = queues.of(sm);
    if (requests.empty()) return;
    if (!sms_[sm]) {
        sms_[sm] = std::make_unique<Sm>();
        for (std::uint32_t i = 0; i < config_.l1_units; ++i)
            sms_[sm]->units.emplace_back(config_.l1.lines());
    }
    for (const SmRequest& request : requests)
        run_request(*sms_[sm], request, lines, out, job);
}

void MissStage::run_request(Sm& sm, const SmRequest& request, const CoalescedRequests& lines,
                            ReuseOutput& out, const JobContext& job) const {
    if (std::exchange(sm.launch_ordinal, request.launch_ordinal) != request.launch_ordinal)
        for (SectorReuse& unit : sm.units) {
            job.check();
            unit.clear();
        }
    if (!looks_into_l1(request.path)) return;
    SectorReuse& unit = sm.units[request.slot % sm.units.size()];
    for (std::uint32_t i = request.first_line; i < request.last_line; ++i) {
        const LineRequest line = lines.line(i);
        put(out.lines[i].l1, access(unit, request.path, line), line.sectors, 0, report_.l1.capacity);
    }
}

/// Applies the same accesses, fills and removals as L1Stage.
const SectorReuse::Distances& MissStage::access(SectorReuse& unit, MemoryPath path,
                                                const LineRequest& line) const {
    switch (path) {
    case MemoryPath::local_store:
        return unit.access(line.line, line.sectors);
    case MemoryPath::last_load:
        return unit.drop(line.line, line.sectors);
    case MemoryPath::store:
        if (config_.l1_stores == L1Stores::allocate) return unit.access(line.line, line.written);
        if (config_.l1_stores == L1Stores::invalidate) return unit.drop(line.line, line.sectors);
        return unit.look_up(line.line);
    default:
        return unit.access(line.line, l1_fill_.of(line.sectors));
    }
}

void MissStage::run_l2(const CoalescedRequests& lines, const L1Output& l1, ReuseOutput& out) {
    const auto run = [&](const L2Request& request) {
        ReuseInformation& reuse = request.origin.kind() == L2Request::Kind::write_back
                                      ? out.write_backs[request.at]
                                      : out.lines[request.at].l2;
        put(reuse, access_l2(request, lines), request.sectors, request.origin.shift(), report_.l2.capacity);
    };
    l2_collector_.for_each(lines, l1, [&](const L2Request& request) { l2_lines_.for_each(request, run); });
}

/// Applies the same accesses, fills and removals as L2Stage.
const SectorReuse::Distances& MissStage::access_l2(const L2Request& request,
                                                   const CoalescedRequests& coalesced) {
    switch (request.origin.kind()) {
    case L2Request::Kind::load:
        return l2_.access(request.line,
                          l2_fill_.of(static_cast<LineSectors>(request.sectors | request.fill_only)));
    case L2Request::Kind::atomic:
        return l2_.access(request.line, request.sectors);
    case L2Request::Kind::store:
    case L2Request::Kind::write_back:
        break;
    }
    return l2_.store(request.line, request.sectors, request.written, [&](unsigned sector) {
        return coalesced.bytes_written(
            request.at, static_cast<unsigned>(static_cast<int>(sector) - request.origin.shift()));
    });
}

void MissStage::count(const PipelineBlock& block, const Coalescer& coalescer) {
    const auto& requests = block.input.requests;
    std::size_t next_back = 0;
    OwningAllocation last;
    for (std::size_t request = 0; request < requests.entries.size(); ++request) {
        count_request(block, request);
        const std::size_t end = block.end_of_write_backs(request, next_back);
        for (; next_back < end; ++next_back) {
            const WriteBack& back = block.l1.write_backs[next_back];
            const ReuseInformation& reuse = block.reuse.write_backs[next_back];
            count_reuse(report_.l2.all, reuse, back.sectors);
            const std::uint16_t owner = coalescer.owner_of(
                coalescer.address_of(back.line) +
                    static_cast<unsigned>(std::countr_zero(back.sectors)) * Coalescer::sector_bytes,
                requests.first_request.value + request, requests.entries[request].launch, last);
            if (owner != CoalescedRequests::no_allocation)
                count_reuse(report_.l2.allocations[owner], reuse, back.sectors);
        }
    }
}

/// Returns whether look-ups are counted for the instruction. This is false for a new instruction if the limit
/// on the number of histograms is reached.
bool MissStage::keeps(std::uint32_t instruction) {
    if (is_kept_[instruction] != 0) return true;
    if (kept_ == LevelReuse::most_instructions) return false;
    ++kept_;
    is_kept_[instruction] = 1;
    return true;
}

void MissStage::count_request(const PipelineBlock& block, std::size_t request) {
    if (block.coalesced.numbers_of(request).empty()) return;
    const std::uint32_t instruction = block.input.requests.entries[request].instruction;
    const MemoryPath path = paths_[instruction];
    const bool in_l1 = looks_into_l1(path);
    const bool is_kept = keeps(instruction);
    ReuseHistogram& l1 = is_kept ? report_.l1.instructions[instruction] : report_.l1.all;
    ReuseHistogram& l2 = is_kept ? report_.l2.instructions[instruction] : report_.l2.all;
    constexpr std::uint32_t none = ~std::uint32_t{0};
    std::uint32_t counted = none;
    block.coalesced.for_each_part(request, [&](std::uint16_t allocation, std::uint32_t at,
                                               LineSectors sectors) {
        const LineReuse& reuse = block.reuse.lines[at];
        const LineRequest line = block.coalesced.line(at);
        const LineSectors asked = block.l1.to_l2[at];
        if (std::exchange(counted, at) != at) {
            if (in_l1) count_reuse(l1, reuse.l1, line.sectors);
            count_reuse(l2, reuse.l2, asked);
        }
        if (allocation == CoalescedRequests::no_allocation) return;
        if (in_l1) count_reuse(report_.l1.allocations[allocation], reuse.l1, sectors);
        count_reuse(report_.l2.allocations[allocation], reuse.l2, static_cast<LineSectors>(asked & sectors));
    });
}

ReuseReport MissStage::take_report() {
    for (LevelReuse* const level : {&report_.l1, &report_.l2})
        for (const ReuseHistogram& instruction : level->instructions)
            level->all += instruction;
    return std::move(report_);
}

} // namespace hitmap
