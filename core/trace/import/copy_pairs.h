#pragma once

#include "core/trace/import/import_warnings.h"

#include <cstdint>
#include <string_view>
#include <unordered_set>

namespace hitmap {

/// For warnings: copies that lack the record with their global addresses.
inline constexpr std::string_view incomplete_copies =
    "copies to shared memory (LDGSTS) with one record instead of two, left out";

/// Tells apart the two records that a trace has of each copy from global to shared memory: first one with the
/// shared addresses, then one with the global addresses. A warp executes one instruction at a time.
class CopyPairs {
public:
    /// Takes the next record of a copy. Returns whether it is one with global addresses.
    /// @param warp  identifies the warp among all launches and blocks whose records are taken
    bool is_of_global(std::uint64_t warp) {
        const auto [found, added] = open_.insert(warp);
        if (!added) open_.erase(found);
        return !added;
    }
    /// Counts the copies whose second record is missing; to be called at the end.
    void finish(ImportWarnings& warnings) const { warnings.count(incomplete_copies, open_.size()); }

private:
    std::unordered_set<std::uint64_t> open_; ///< warps whose copy lacks its second record
};

} // namespace hitmap
