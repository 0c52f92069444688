#pragma once

#include "core/probe/probe_result.h"
#include "core/probe/probe_units.h"

#include <string>
#include <vector>

namespace hitmap {

/// The configuration of a simulated unit, to compare the probe's results with. Sizes are in bytes; the line
/// of a TLB is a page.
struct ConfiguredUnit {
    std::uint64_t capacity;
    std::uint64_t line;
    std::uint64_t sector;
    std::vector<std::uint64_t> set_ways; ///< [sets]
    std::string policy;
    std::string index;
};
[[nodiscard]] ConfiguredUnit configured(const ProbeUnit& unit);

/// A row of the result table of a probe, as text; "?" if a value was not determined.
struct ProbeRow {
    std::string capacity;
    std::string line;
    std::string fetched;
    std::string sets;
    std::string ways; ///< "4", or "17+6x8" if sets have different numbers of ways
    std::string replacement;
    std::string index;
    std::string latency; ///< "hit/miss", cycles
};
[[nodiscard]] ProbeRow configured_row(const ProbeUnit& unit);
[[nodiscard]] ProbeRow inferred_row(const ProbeResult& result);

} // namespace hitmap
