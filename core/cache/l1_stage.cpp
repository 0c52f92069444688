#include "core/cache/l1_stage.h"

#include "core/cache/cache_dispatch.h"
#include "core/cache/fill_units.h"

#include <utility>

namespace hitmap {

namespace {

/// Requests ahead whose lines are fetched into the processor's cache: those of one SM lie apart.
constexpr std::size_t requests_ahead = 4;

/// Lines of an SM's caches that are fetched as a whole: more would not stay in the processor's cache.
constexpr std::uint64_t most_fetched = std::uint64_t{1} << 13;

template <class Cache>
class L1Caches final : public L1Stage {
public:
    explicit L1Caches(const HierarchyConfig& config)
        : config_(config), fill_(config.l1), sets_(check_sets(config.l1)) {}

    void reserve(std::size_t sms) override {
        if (sms > sms_.size()) sms_.resize(sms);
    }
    void prefetch(std::uint32_t sm) const override {
        if (!sms_[sm] || config_.l1.lines() * config_.l1_units > most_fetched) return;
        for (const Cache& unit : sms_[sm]->units)
            unit.prefetch();
    }
    void run(std::uint32_t sm, PipelineBlock& block, const JobContext& job) override {
        const auto requests = block.requests_of(sm);
        if (requests.empty()) return;
        if (!sms_[sm]) sms_[sm] = std::make_unique<Sm>(config_, sets_, sm);
        std::vector<WriteBack>& write_backs = sms_[sm]->write_backs;
        LineRequest* const lines = block.coalesced.lines.data();
        for (std::size_t i = 0; i < requests.size(); ++i) {
            if (i + requests_ahead < requests.size())
                __builtin_prefetch(lines + requests[i + requests_ahead].first_line, 1);
            run_request(*sms_[sm], requests[i], lines, job);
        }
        if (write_backs.empty()) return;
        const std::lock_guard lock(block.mutex);
        block.write_backs.insert(block.write_backs.end(), write_backs.begin(), write_backs.end());
        write_backs.clear();
    }

private:
    struct Sm {
        Sm(const HierarchyConfig& config, std::uint64_t sets, std::uint32_t number) {
            for (std::uint32_t i = 0; i < config.l1_units; ++i)
                units.emplace_back(sets, config.l1.ways, config.seed + number * config.l1_units + i);
        }
        std::vector<Cache> units;
        std::vector<WriteBack> write_backs; ///< of the present block
        std::uint32_t epoch = 0;
    };

    void run_request(Sm& sm, const SmRequest& request, LineRequest* lines, const JobContext& job) const {
        if (std::exchange(sm.epoch, request.epoch) != request.epoch)
            for (Cache& unit : sm.units) {
                job.check(); // clearing a large cache takes milliseconds
                unit.clear();
            }
        Cache& cache = sm.units.size() == 1 ? sm.units.front() : sm.units[request.slot % sm.units.size()];
        const auto for_each_line = [&](const auto& access) {
            for (std::uint32_t i = request.first_line; i < request.last_line; ++i) {
                const SectorOutcome outcome = access(lines[i]);
                lines[i].l1_hits = static_cast<LineSectors>(outcome.hits);
                if (outcome.written_back != 0)
                    sm.write_backs.push_back(
                        {outcome.evicted, i, static_cast<LineSectors>(outcome.written_back), 0});
            }
        };
        switch (request.path) {
        case MemoryPath::load:
        case MemoryPath::local_load:
            return for_each_line([&](const LineRequest& line) {
                return cache.access(line.line, line.sectors, fill_.of(line.sectors));
            });
        case MemoryPath::streaming_load:
            return for_each_line([&](const LineRequest& line) {
                return cache.access_once(line.line, line.sectors, fill_.of(line.sectors));
            });
        case MemoryPath::local_store: // a lane reads what it wrote: nothing has to be fetched
            return for_each_line([&](const LineRequest& line) {
                return cache.access(line.line, line.sectors, line.sectors, line.sectors);
            });
        case MemoryPath::last_load:
            return for_each_line(
                [&](const LineRequest& line) { return SectorOutcome{cache.drop(line.line, line.sectors)}; });
        case MemoryPath::store:
            return for_each_line([&](const LineRequest& line) { return store(cache, line); });
        case MemoryPath::bypassing_load:
        case MemoryPath::bypassing_store:
        case MemoryPath::atomic:
        case MemoryPath::shared:
            break;
        }
    }

    SectorOutcome store(Cache& cache, const LineRequest& line) const {
        switch (config_.l1_stores) {
        case L1Stores::allocate:
            return cache.access(line.line, line.sectors, line.written);
        case L1Stores::invalidate:
            return {cache.drop(line.line, line.sectors)};
        case L1Stores::update:
            break;
        }
        return {cache.look_up(line.line, line.sectors)};
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
