#include "core/cache/sdcm/sdcm_engine.h"

#include "core/base/error.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

constexpr std::uint64_t max_capacity = std::uint64_t{1} << 40;

const CacheGeometry& checked(const CacheGeometry& geometry, std::string_view level) {
    const auto refuse = [&](std::string_view reason) {
        throw UsageError(fmt::format("{} cache '{}': {}", level, to_string(geometry), reason));
    };
    if (geometry.line < 16 || geometry.capacity % geometry.line != 0 || geometry.ways < 1 ||
        geometry.ways > geometry.lines())
        throw UsageError(fmt::format("{} cache: {} bytes in lines of {} and {} ways are impossible", level,
                                     geometry.capacity, geometry.line, geometry.ways));
    if (geometry.capacity > max_capacity) refuse("the stack distance model goes up to 1 TiB");
    if (geometry.sector != geometry.line) refuse("the stack distance model has no sectors");
    if (geometry.policy != "lru") refuse("the stack distance model has policy lru only");
    if (geometry.index != "linear") refuse("the stack distance model has index linear only");
    return geometry;
}

} // namespace

void check_sdcm(const SdcmConfig& config) {
    static_cast<void>(checked(config.l1, "L1"));
    static_cast<void>(checked(config.l2, "L2"));
}

std::string broken_sets_note(const CacheGeometry& geometry) {
    if (geometry.ways == 0 || geometry.lines() % geometry.ways == 0) return {};
    return fmt::format(
        "{} lines are {:.4g} sets of {} ways: the stack distance model takes any ratio, but no "
        "cache has such sets",
        geometry.lines(), static_cast<double>(geometry.lines()) / static_cast<double>(geometry.ways),
        geometry.ways);
}

SdcmEngine::SdcmEngine(const RecordingInfo& info, const std::shared_ptr<const RecordedScene>& scene,
                       const SdcmConfig& config, ThreadPool& pool, const JobContext& job)
    : pool_(pool),
      l1_level_(info, scene, checked(config.l1, "L1"), job),
      l2_level_(info, scene, checked(config.l2, "L2"), job),
      l1_(l1_level_, info.allocations.size()),
      l2_(l2_level_, info.allocations.size(), pool.size()),
      l1_sums_(info.allocations.size()),
      l2_sums_(info.allocations.size()) {}

void SdcmEngine::prepare(AccessBlock& block) const {
    block.group_accesses();
    for (const AccessGroup& group : block.groups)
        l1_level_.expect_known(group.kind, group.element);
}

void SdcmEngine::simulate(std::span<AccessBlock> blocks, const JobContext& job,
                          const std::vector<std::function<void()>>& beside) {
    l1_.begin(blocks);
    l2_.begin(blocks);
    TaskGroup tasks(pool_);
    for (const auto& task : beside)
        tasks.run(task);
    // L2 comes first, since its chunks are taken up one by one; L1 fills the remaining time.
    for (unsigned i = 0; i < std::min(pool_.size(), DeviceCache::max_workers); ++i)
        tasks.run([&] { l2_.work(job); });
    for (unsigned i = 0; i < pool_.size(); ++i)
        tasks.run([&] { l1_.work(job); });
    tasks.wait();
    const auto add_rows = [](std::span<const LevelSums> rows, std::vector<LevelSums>& sums) {
        for (; !rows.empty(); rows = rows.subspan(sums.size()))
            add_sums(rows.first(sums.size()), sums);
    };
    add_rows(l1_.sums(), l1_sums_);
    add_rows(l2_.sums(), l2_sums_);
}

} // namespace hitmap
