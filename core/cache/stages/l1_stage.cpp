#include "core/cache/stages/l1_stage.h"

#include "core/cache/array/cache_dispatch.h"
#include "core/cache/stages/fill_units.h"

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>

namespace hitmap {

namespace {

template <class Cache>
class L1Caches final : public L1Stage {
public:
    L1Caches(const HierarchyConfig& config, std::uint32_t sm_count)
        : config_(config),
          fill_(config.l1),
          sets_(check_sets(config.l1)),
          sms_a_partition_((std::max(sm_count, 1U) - 1) / config.l2_partitions + 1) {}

    void reserve(std::size_t sms) override {
        if (sms > sms_.size()) sms_.resize(sms);
    }
    void run(std::uint32_t sm, const SmQueues& queues, const CoalescedRequests& lines, L1Output& out,
             std::vector<LineUse>* uses, const JobContext& job) override {
        const auto requests = queues.of(sm);
        if (requests.empty()) return;
        if (!sms_[sm]) sms_[sm] = std::make_unique<Sm>(config_, sets_, sm, partition_of(sm));
        Sm& state = *sms_[sm];
        for (const SmRequest& request : requests)
            run_request(state, request, lines, out, uses, job);
    }

private:
    struct Sm {
        Sm(const HierarchyConfig& config, std::uint64_t sets, std::uint32_t number, std::uint8_t of_l2)
            : partition(of_l2) {
            for (std::uint32_t i = 0; i < config.l1_units; ++i)
                units.push_back(
                    make_sectored_cache<Cache>(config.l1, sets, config.seed + number * config.l1_units + i));
        }
        std::vector<Cache> units;
        std::uint32_t launch_ordinal = 0;
        std::uint8_t partition; ///< number of the near partition of L2
    };

    [[nodiscard]] std::uint8_t partition_of(std::uint32_t sm) const {
        return static_cast<std::uint8_t>(std::min(sm / sms_a_partition_, config_.l2_partitions - 1));
    }

    /// @param uses  nullptr: no sink reads the uses of lines
    [[gnu::always_inline]] void run_request(Sm& sm, const SmRequest& request, const CoalescedRequests& lines,
                                            L1Output& out, std::vector<LineUse>* uses,
                                            const JobContext& job) const {
        if (std::exchange(sm.launch_ordinal, request.launch_ordinal) != request.launch_ordinal) {
            if (uses != nullptr) uses->push_back({});
            for (Cache& unit : sm.units) {
                job.check(); // clearing a large cache takes milliseconds
                unit.clear();
            }
        }
        const std::size_t unit = sm.units.size() == 1 ? 0 : request.slot % sm.units.size();
        Cache& cache = sm.units[unit];
        const auto run = [&]<MemoryPath path>() __attribute__((always_inline)) {
            run_lines<path>(cache, unit, sm.partition, request, lines, out, uses);
        };
        switch (request.path) {
        case MemoryPath::load:
            return run.template operator()<MemoryPath::load>();
        case MemoryPath::streaming_load:
            return run.template operator()<MemoryPath::streaming_load>();
        case MemoryPath::last_load:
            return run.template operator()<MemoryPath::last_load>();
        case MemoryPath::bypassing_load:
            return run.template operator()<MemoryPath::bypassing_load>();
        case MemoryPath::store:
            return run.template operator()<MemoryPath::store>();
        case MemoryPath::bypassing_store:
            return run.template operator()<MemoryPath::bypassing_store>();
        case MemoryPath::atomic:
            return run.template operator()<MemoryPath::atomic>();
        case MemoryPath::local_load:
            return run.template operator()<MemoryPath::local_load>();
        case MemoryPath::local_store:
            return run.template operator()<MemoryPath::local_store>();
        case MemoryPath::shared:
            break;
        }
    }

    template <MemoryPath path>
    [[gnu::always_inline]] void run_lines(Cache& cache, std::size_t unit, std::uint8_t partition,
                                          const SmRequest& request, const CoalescedRequests& lines,
                                          L1Output& out, std::vector<LineUse>* uses) const {
        constexpr auto kind = path == MemoryPath::atomic ? L2Request::Kind::atomic
                              : writes_l2(path)          ? L2Request::Kind::store
                                                         : L2Request::Kind::load;
        const L2Request::Origin origin(kind, partition, fills_l1(path));
        for (std::uint32_t i = request.first_line; i < request.last_line; ++i) {
            const LineSectors sectors = lines.sectors[i];
            if (uses != nullptr && puts_lines(path))
                uses->push_back(use_of(cache, unit, lines.numbers[i], i));
            const SectorOutcome outcome = access<path>(cache, lines.numbers[i], sectors, lines.written[i]);
            if (uses != nullptr && puts_lines(path)) uses->back().add(outcome);
            const auto served = static_cast<LineSectors>(is_served_by_l1(path) ? outcome.hits : 0);
            out.hits[i] = static_cast<LineSectors>(outcome.hits);
            out.to_l2[i] = static_cast<LineSectors>(asks_l2(path) ? sectors & ~served : 0);
            out.origins[i] = origin;
            if (outcome.written_back == 0) continue;
            out.dirty[i] = static_cast<LineSectors>(outcome.written_back);
            out.evicted[i] = outcome.evicted;
        }
    }

    /// Returns whether look-ups of the path put their line in if it is not present.
    [[nodiscard]] bool puts_lines(MemoryPath path) const {
        return path == MemoryPath::load || path == MemoryPath::streaming_load ||
               path == MemoryPath::local_load || path == MemoryPath::local_store ||
               (path == MemoryPath::store && config_.l1_stores == L1Stores::allocate);
    }
    /// The use of a line that is looked up next.
    [[gnu::noinline]] static LineUse use_of(const Cache& cache, std::size_t unit, std::uint64_t line,
                                            std::uint32_t at) {
        const std::uint64_t set = cache.set_of(line);
        return {.line = line,
                .set = static_cast<std::uint32_t>(set),
                .at = at,
                .array = static_cast<std::uint8_t>(unit),
                .is_present = cache.contains(set, line)};
    }

    template <MemoryPath path>
    [[gnu::always_inline]] SectorOutcome access(Cache& cache, std::uint64_t line, LineSectors sectors,
                                                LineSectors written) const {
        if constexpr (path == MemoryPath::load || path == MemoryPath::local_load)
            return cache.access(line, sectors, fill_.of(sectors));
        else if constexpr (path == MemoryPath::streaming_load)
            return cache.access_evict_first(line, sectors, fill_.of(sectors));
        // A lane reads local memory only after it has written it, so nothing is fetched.
        else if constexpr (path == MemoryPath::local_store)
            return cache.access(line, sectors, sectors, sectors);
        else if constexpr (path == MemoryPath::last_load)
            return {cache.drop(line, sectors)};
        else if constexpr (path == MemoryPath::store)
            return store(cache, line, sectors, written);
        else
            return {};
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
    std::uint32_t sms_a_partition_;
    std::vector<std::unique_ptr<Sm>> sms_;
};

} // namespace

std::unique_ptr<L1Stage> make_l1_stage(const HierarchyConfig& config, std::uint32_t sm_count) {
    std::unique_ptr<L1Stage> made;
    visit_sectored_cache<LineSectors>(config.l1, [&]<class Cache>(std::type_identity<Cache> /*cache*/) {
        made = std::make_unique<L1Caches<Cache>>(config, sm_count);
    });
    return made;
}

} // namespace hitmap
