#include "core/cache/gpu/hierarchy_config.h"

#include "core/base/error.h"
#include "core/cache/array/cache_dispatch.h"
#include "core/cache/gpu/preset_sms.h"

#include <fmt/format.h>

#include <bit>

namespace hitmap {

namespace {

constexpr std::uint32_t min_sector = 32;         // Coalescer::sector_bytes
constexpr std::uint32_t max_modelled_line = 256; // eight sectors, the bits of a LineSectors
constexpr std::uint32_t most_l1_units = 64;

void check_level(const CacheGeometry& geometry, std::string_view level, std::uint64_t most_lines) {
    try {
        static_cast<void>(check_sets(geometry));
    } catch (const UsageError& error) {
        throw UsageError(fmt::format("{} {}", level, error.what()));
    }
    const auto refuse = [&](const std::string& reason) {
        throw UsageError(fmt::format("{} cache '{}': {}", level, to_string(geometry), reason));
    };
    if (geometry.sector < min_sector || geometry.line > max_modelled_line)
        refuse(fmt::format("the hierarchy model has sectors of {} bytes or more and lines of up to {}",
                           min_sector, max_modelled_line));
    if (geometry.lines() > most_lines)
        refuse(fmt::format("{} lines; the hierarchy model has at most {}", geometry.lines(), most_lines));
}

} // namespace

void check_hierarchy(const HierarchyConfig& config) {
    check_level(config.l1, "L1", std::uint64_t{1} << 20);
    if (config.l1_units < 1 || config.l1_units > most_l1_units)
        throw UsageError(fmt::format("{} L1 caches an SM; expected 1 to {}", config.l1_units, most_l1_units));
    if (config.l2_partitions != 1 && config.l2_partitions != 2)
        throw UsageError(fmt::format("L2 in {} partitions; expected 1 or 2", config.l2_partitions));
    if (!std::has_single_bit(config.l2_interleave) || config.l2_interleave < max_modelled_line)
        throw UsageError(fmt::format("L2 partitions interleaved by {} bytes; expected a power of two of at "
                                     "least {}",
                                     config.l2_interleave, max_modelled_line));
    CacheGeometry part = config.l2;
    if (part.lines() % config.l2_partitions != 0)
        throw UsageError(fmt::format("L2 cache '{}': does not make {} equal partitions", to_string(part),
                                     config.l2_partitions));
    part.capacity /= config.l2_partitions;
    check_level(part, "L2", std::uint64_t{1} << 26);
    if (config.tlb) {
        check_tlb_level(config.tlb->l1);
        check_tlb_level(config.tlb->l2);
        for (const TlbLevelGeometry& level : {config.tlb->l1, config.tlb->l2})
            if (level.page < max_modelled_line)
                throw UsageError(fmt::format("TLB with pages of {} bytes; the hierarchy model has {} or more",
                                             level.page, max_modelled_line));
    }
}

HierarchyConfig hierarchy_config(const GpuPreset& preset) {
    HierarchyConfig config;
    config.preset = preset.name;
    config.l1 = preset.cache("l1");
    config.l2 = preset.cache("l2");
    config.l1_units = static_cast<std::uint32_t>(preset.number("l1", "units").value_or(1.0));
    if (preset.word("l1", "global_loads") == "bypass") config.l1_loads = L1Loads::none;
    if (preset.word("l1", "global_loads") == "opt-in") config.l1_loads = L1Loads::opt_in;
    if (preset.word("l1", "global_stores") == "allocate") config.l1_stores = L1Stores::allocate;
    if (preset.word("l1", "global_stores") == "invalidate") config.l1_stores = L1Stores::invalidate;
    config.tlb.reset();
    if (preset.has_group("l1_tlb") && preset.has_group("l2_tlb"))
        config.tlb = TlbGeometry{preset.tlb("l1_tlb"), preset.tlb("l2_tlb")};
    config.l2_partitions = preset.number("l2", "partitions").value_or(1.0) > 1.0 ? 2 : 1;
    config.gpu_sms = gpu_sms(preset);
    return config;
}

} // namespace hitmap
