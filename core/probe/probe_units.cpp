#include "core/probe/probe_units.h"

#include <cmath>
#include <optional>

namespace hitmap {

namespace {

/// Sets the latencies if both are known and a miss takes longer than a hit.
void put_latency(ProbeUnit& unit, std::optional<double> hit, std::optional<double> miss) {
    unit.latency_known = hit && miss && std::lround(*hit) < std::lround(*miss);
    if (unit.latency_known)
        unit.latency = {static_cast<std::uint32_t>(std::lround(*hit)),
                        static_cast<std::uint32_t>(std::lround(*miss))};
}

std::optional<double> sum(std::optional<double> a, std::optional<double> b) {
    if (!a || !b) return std::nullopt;
    return *a + *b;
}

} // namespace

SimulatedSource ProbeUnit::source() const {
    return std::visit([&](const auto& unit_geometry) { return SimulatedSource(unit_geometry, latency); },
                      geometry);
}

std::vector<ProbeUnit> probe_units(const GpuPreset& preset) {
    std::vector<ProbeUnit> units;
    const auto add_cache = [&](const char* group, const char* title, std::optional<double> miss) {
        if (!preset.has_group(group)) return;
        units.push_back({group, title, preset.cache(group), {}, true});
        put_latency(units.back(), preset.number(group, "latency"), miss);
    };
    const auto add_tlb = [&](const char* group, const char* title, std::optional<double> hit) {
        if (!preset.has_group(group)) return;
        units.push_back({group, title, preset.tlb(group), {}, true});
        put_latency(units.back(), hit, sum(hit, preset.number(group, "penalty")));
    };
    const auto l2 = preset.number("l2", "latency");
    add_cache("l1", "L1", l2);
    add_cache("l2", "L2", preset.number("dram", "latency"));
    add_cache("texture", "texture L1", preset.number("texture", "miss_latency"));
    add_cache("read_only", "read-only cache", preset.number("read_only", "miss_latency"));
    add_tlb("l1_tlb", "L1 TLB", l2);
    add_tlb("l2_tlb", "L2 TLB", sum(l2, preset.number("l1_tlb", "penalty")));
    return units;
}

} // namespace hitmap
