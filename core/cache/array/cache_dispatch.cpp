#include "core/cache/array/cache_dispatch.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <bit>
#include <limits>

namespace hitmap {

namespace {

template <class Cache>
class SingleAccess final : public SingleAccessCache {
public:
    SingleAccess(const CacheGeometry& geometry, std::uint64_t sets, std::uint64_t seed)
        : cache_(make_sectored_cache<Cache>(geometry, sets, seed)),
          line_bits_(static_cast<unsigned>(std::countr_zero(geometry.line))),
          sector_bits_(static_cast<unsigned>(std::countr_zero(geometry.sector))) {}

    bool access(std::uint64_t address) override {
        const std::uint64_t line = address >> line_bits_;
        const std::uint64_t sector = (address >> sector_bits_) - (line << (line_bits_ - sector_bits_));
        const SectorMask mask = SectorMask{1} << sector;
        return cache_.access(line, mask, mask).hits != 0;
    }
    void clear() override { cache_.clear(); }

private:
    Cache cache_;
    unsigned line_bits_;
    unsigned sector_bits_;
};

} // namespace

std::uint64_t check_sets(const CacheGeometry& geometry) {
    const auto refuse = [&](const std::string& reason) {
        throw UsageError(fmt::format("cache '{}': {}", to_string(geometry), reason));
    };
    if (geometry.line == 0 || geometry.sector == 0 || geometry.lines() == 0 || geometry.ways == 0)
        throw UsageError("cache: line, sector, capacity and ways are at least 1");
    if (!std::has_single_bit(geometry.line) || !std::has_single_bit(geometry.sector) ||
        geometry.sector > geometry.line)
        refuse("line and sector are powers of two, a sector no longer than a line");
    if (geometry.line / geometry.sector > std::numeric_limits<SectorMask>::digits)
        refuse(fmt::format("{} sectors a line; at most {}", geometry.line / geometry.sector,
                           std::numeric_limits<SectorMask>::digits));
    if (geometry.lines() > LineTable::most_ways)
        refuse(fmt::format("{} lines; a set-associative cache has at most 2^31", geometry.lines()));
    if (geometry.lines() % geometry.ways != 0)
        refuse(fmt::format("{} lines do not make whole sets of {} ways", geometry.lines(), geometry.ways));
    const std::uint64_t sets = geometry.lines() / geometry.ways;
    try {
        check_replacement_policy(geometry.policy, geometry.ways);
        check_set_index(geometry.index, sets, geometry.line);
    } catch (const UsageError& error) {
        refuse(error.what());
    }
    return sets;
}

std::unique_ptr<SingleAccessCache> make_single_access_cache(const CacheGeometry& geometry,
                                                            std::uint64_t seed) {
    constexpr std::uint64_t most_lines = std::uint64_t{1} << 24;
    if (geometry.lines() > most_lines)
        throw UsageError(fmt::format("cache '{}': {} lines; expected at most {}", to_string(geometry),
                                     geometry.lines(), most_lines));
    std::unique_ptr<SingleAccessCache> made;
    const std::uint64_t sets = check_sets(geometry);
    visit_sectored_cache(geometry, [&]<class Cache>(std::type_identity<Cache> /*cache*/) {
        made = std::make_unique<SingleAccess<Cache>>(geometry, sets, seed);
    });
    return made;
}

} // namespace hitmap
