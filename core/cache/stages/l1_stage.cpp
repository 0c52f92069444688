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
        if (uses != nullptr) return run_all(state, requests, lines, out, *uses, job);
        Unwatched unwatched;
        run_all(state, requests, lines, out, unwatched, job);
    }

private:
    /// Stands for the list of uses where nobody reads them, so that they cost nothing.
    struct Unwatched {};

    struct Sm {
        Sm(const HierarchyConfig& config, std::uint64_t sets, std::uint32_t number, std::uint8_t of_l2)
            : partition(of_l2) {
            for (std::uint32_t i = 0; i < config.l1_units; ++i)
                units.emplace_back(sets, config.l1.ways, config.seed + number * config.l1_units + i);
        }
        std::vector<Cache> units;
        std::uint32_t launch_ordinal = 0;
        std::uint8_t partition; ///< number of the near partition of L2
    };

    [[nodiscard]] std::uint8_t partition_of(std::uint32_t sm) const {
        return static_cast<std::uint8_t>(std::min(sm / sms_a_partition_, config_.l2_partitions - 1));
    }

    /// @tparam Uses  std::vector<LineUse> or Unwatched
    template <class Uses>
    void run_all(Sm& sm, std::span<const SmRequest> requests, const CoalescedRequests& lines, L1Output& out,
                 Uses& uses, const JobContext& job) const {
        for (const SmRequest& request : requests)
            run_request(sm, request, lines, out, uses, job);
    }

    template <class Uses>
    [[gnu::always_inline]] void run_request(Sm& sm, const SmRequest& request, const CoalescedRequests& lines,
                                            L1Output& out, Uses& uses, const JobContext& job) const {
        if (std::exchange(sm.launch_ordinal, request.launch_ordinal) != request.launch_ordinal) {
            if constexpr (is_watched<Uses>) uses.push_back({});
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

    template <class Uses>
    static constexpr bool is_watched = !std::is_same_v<Uses, Unwatched>;

    template <MemoryPath path, class Uses>
    [[gnu::always_inline]] void run_lines(Cache& cache, std::size_t unit, std::uint8_t partition,
                                          const SmRequest& request, const CoalescedRequests& lines,
                                          L1Output& out, Uses& uses) const {
        constexpr auto kind = path == MemoryPath::atomic ? L2Request::Kind::atomic
                              : writes_l2(path)          ? L2Request::Kind::store
                                                         : L2Request::Kind::load;
        const L2Request::Origin origin(kind, partition, fills_l1(path));
        for (std::uint32_t i = request.first_line; i < request.last_line; ++i) {
            const LineSectors sectors = lines.sectors[i];
            const auto look_up = [&]() __attribute__((always_inline)) {
                return access<path>(cache, lines.numbers[i], sectors, lines.written[i]);
            };
            SectorOutcome outcome;
            if constexpr (is_watched<Uses>)
                outcome = watched<path>(cache, lines.numbers[i], look_up, LineUse{.at = i}, unit, uses);
            else
                outcome = look_up();
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
    /// Looks a line up, and appends its use to `uses` if it is one.
    template <MemoryPath path, class LookUp>
    SectorOutcome watched(const Cache& cache, std::uint64_t line, const LookUp& look_up, LineUse use,
                          std::size_t unit, std::vector<LineUse>& uses) const {
        if (!puts_lines(path)) return look_up();
        use.line = line;
        use.set = static_cast<std::uint32_t>(cache.set_of(line));
        use.array = static_cast<std::uint8_t>(unit);
        use.is_present = cache.contains(use.set, line);
        const SectorOutcome outcome = look_up();
        use.evicted = outcome.evicted;
        use.dirty = static_cast<LineSectors>(outcome.written_back);
        uses.push_back(use);
        return outcome;
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
