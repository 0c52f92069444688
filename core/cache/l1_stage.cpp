#include "core/cache/l1_stage.h"

#include "core/cache/cache_dispatch.h"
#include "core/cache/fill_units.h"

#include <utility>

namespace hitmap {

namespace {

template <class Cache>
class L1Caches final : public L1Stage {
public:
    explicit L1Caches(const HierarchyConfig& config)
        : config_(config), fill_(config.l1), sets_(check_sets(config.l1)) {}

    void reserve(std::size_t sms) override {
        if (sms > sms_.size()) sms_.resize(sms);
    }
    void run(std::uint32_t sm, PipelineBlock& block, const JobContext& job) override {
        const auto requests = block.requests_of(sm);
        if (requests.empty()) return;
        if (!sms_[sm]) sms_[sm] = std::make_unique<Sm>(config_, sets_, sm);
        Sm& state = *sms_[sm];
        for (const SmRequest& request : requests)
            run_request(state, request, block, job);
    }

private:
    struct Sm {
        Sm(const HierarchyConfig& config, std::uint64_t sets, std::uint32_t number) {
            for (std::uint32_t i = 0; i < config.l1_units; ++i)
                units.emplace_back(sets, config.l1.ways, config.seed + number * config.l1_units + i);
        }
        std::vector<Cache> units;
        std::uint32_t epoch = 0;
    };

    void run_request(Sm& sm, const SmRequest& request, PipelineBlock& block, const JobContext& job) const {
        CoalescedRequests& lines = block.coalesced;
        if (std::exchange(sm.epoch, request.epoch) != request.epoch)
            for (Cache& unit : sm.units) {
                job.check(); // clearing a large cache takes milliseconds
                unit.clear();
            }
        Cache& cache = sm.units.size() == 1 ? sm.units.front() : sm.units[request.slot % sm.units.size()];
        const auto for_each_line = [&](const auto& access) {
            for (std::uint32_t i = request.first_line; i < request.last_line; ++i) {
                const SectorOutcome outcome = access(lines.numbers[i], lines.sectors[i], i);
                lines.l1_hits[i] = static_cast<LineSectors>(outcome.hits);
                if (outcome.written_back == 0) continue;
                block.dirty[i] = static_cast<LineSectors>(outcome.written_back);
                block.evicted[i] = outcome.evicted;
            }
        };
        switch (request.path) {
        case MemoryPath::load:
        case MemoryPath::local_load:
            return for_each_line([&](std::uint64_t line, LineSectors sectors, std::uint32_t /*i*/) {
                return cache.access(line, sectors, fill_.of(sectors));
            });
        case MemoryPath::streaming_load:
            return for_each_line([&](std::uint64_t line, LineSectors sectors, std::uint32_t /*i*/) {
                return cache.access_once(line, sectors, fill_.of(sectors));
            });
        case MemoryPath::local_store: // a lane reads what it wrote: nothing has to be fetched
            return for_each_line([&](std::uint64_t line, LineSectors sectors, std::uint32_t /*i*/) {
                return cache.access(line, sectors, sectors, sectors);
            });
        case MemoryPath::last_load:
            return for_each_line([&](std::uint64_t line, LineSectors sectors, std::uint32_t /*i*/) {
                return SectorOutcome{cache.drop(line, sectors)};
            });
        case MemoryPath::store:
            return for_each_line([&](std::uint64_t line, LineSectors sectors, std::uint32_t i) {
                return store(cache, line, sectors, lines.written[i]);
            });
        case MemoryPath::bypassing_load:
        case MemoryPath::bypassing_store:
        case MemoryPath::atomic:
        case MemoryPath::shared:
            break;
        }
    }

    SectorOutcome store(Cache& cache, std::uint64_t line, LineSectors sectors, LineSectors written) const {
        switch (config_.l1_stores) {
        case L1Stores::allocate:
            return cache.access(line, sectors, written);
        case L1Stores::invalidate:
            return {cache.drop(line, sectors)};
        case L1Stores::update:
            break;
        }
        return {cache.look_up(line, sectors)};
    }

    HierarchyConfig config_;
    FillUnits fill_;
    std::uint64_t sets_;
    std::vector<std::unique_ptr<Sm>> sms_;
};

} // namespace

std::unique_ptr<L1Stage> make_l1_stage(const HierarchyConfig& config) {
    std::unique_ptr<L1Stage> made;
    visit_sectored_cache<LineSectors>(config.l1, [&]<class Cache>(std::type_identity<Cache> /*cache*/) {
        made = std::make_unique<L1Caches<Cache>>(config);
    });
    return made;
}

} // namespace hitmap
