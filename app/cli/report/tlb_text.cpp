#include "app/cli/report/tlb_text.h"

#include "core/base/number_text.h"
#include "core/cache/array/cache_geometry.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

Json level(const TlbLevelGeometry& geometry, std::uint64_t hits, std::uint64_t lookups) {
    return {{"entries", geometry.entries()},
            {"page", geometry.page},
            {"hits", hits},
            {"lookups", lookups},
            {"hit_rate",
             lookups == 0 ? Json(nullptr) : Json(static_cast<double>(hits) / static_cast<double>(lookups))}};
}

std::string row(const char* name, const TlbLevelGeometry& geometry, std::uint64_t hits,
                std::uint64_t lookups) {
    const std::string rate =
        lookups == 0 ? "-" : percent_text(static_cast<double>(hits) / static_cast<double>(lookups));
    return fmt::format("{:<14}{:>10}{:>12}{:>16}{:>16}{:>10}\n", name, geometry.entries(),
                       format_size(geometry.page), lookups, hits, rate);
}

} // namespace

Json tlb_json(const TlbGeometry& geometry, const TlbSums& sums) {
    return {{"l1", level(geometry.l1, sums.l1_hits, sums.lookups)},
            {"l2", level(geometry.l2, sums.l2_hits, sums.lookups - sums.l1_hits)}};
}

std::string tlb_text(const TlbGeometry& geometry, const TlbSums& sums) {
    return fmt::format("{:<14}{:>10}{:>12}{:>16}{:>16}{:>10}\n", "TLB", "entries", "page", "look-ups", "hits",
                       "hit rate") +
           row("L1, of each SM", geometry.l1, sums.l1_hits, sums.lookups) +
           row("L2", geometry.l2, sums.l2_hits, sums.lookups - sums.l1_hits);
}

} // namespace hitmap
