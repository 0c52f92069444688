#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "capture/log/log_reader.h"
#include "capture/spool/spool_tables.h"

namespace hitmap::capture {

/// The SMs of a device that does not say how many it has: those of the GPU that `hitmap trace` simulates.
inline constexpr std::uint32_t assumed_sms = 68;
/// Warps that an SM has room for, at least; a work group has no more invocations than fit into an SM.
inline constexpr std::uint32_t assumed_warp_slots = 32;

/// The blocks of a launch, and their threads.
struct LaunchShape {
    std::array<std::uint32_t, 3> grid{1, 1, 1};
    std::array<std::uint32_t, 3> block{1, 1, 1};
};

/// Where a warp runs.
struct WarpPlace {
    std::uint32_t sm = 0;
    std::uint32_t warp = 0; ///< number in the launch
    std::uint32_t slot = 0;
};

/// Numbers of warps. Subgroups become warps: one, or one for every 32 lanes. Within a work group they have
/// the order of their first invocations; their layout is the driver's, and gl_SubgroupID is not reliable
/// everywhere. The shaders of a draw have no work groups: each subgroup is a block of its own, in the order
/// of the log.
class WarpNumbers {
public:
    explicit WarpNumbers(const SpoolTables& tables);

    /// Takes notice of a subgroup that begins.
    void add(std::uint32_t launch, const LoggedSubgroup& subgroup);
    /// Numbers the warps when all subgroups have been added.
    void finish();

    [[nodiscard]] std::uint32_t warp_size() const { return warp_size_; }
    [[nodiscard]] std::uint32_t sms() const { return sms_; }
    [[nodiscard]] std::uint32_t warp_slots() const { return warp_slots_; }
    /// Whether all SMs were assigned by the rule of place_of.
    [[nodiscard]] bool sms_are_assumed() const { return sms_are_assumed_; }

    /// Whether a subgroup of the launch began.
    [[nodiscard]] bool has_subgroups(std::uint32_t launch) const { return !ranks_[launch].empty(); }
    /// Those of a draw are the subgroups that were recorded.
    [[nodiscard]] LaunchShape shape_of(std::uint32_t launch) const;
    /// @param part  which 32 lanes of the subgroup
    /// Work groups are assigned to SMs in turn, unless the shader could read where it ran.
    [[nodiscard]] WarpPlace place_of(std::uint32_t launch, const LoggedSubgroup& subgroup,
                                     std::uint32_t part) const;

private:
    [[nodiscard]] bool is_draw(std::uint32_t launch) const {
        return tables_.launches[launch].draw != no_draw;
    }
    [[nodiscard]] std::uint32_t rank_of(std::uint32_t launch, const LoggedSubgroup& subgroup) const;

    /// Of a launch that ended without its grid: the smallest that has all of its work groups.
    [[nodiscard]] const std::array<std::uint32_t, 3>& grid_of(std::uint32_t launch) const;

    const SpoolTables& tables_;
    std::map<std::uint32_t, std::array<std::uint32_t, 3>> grids_; ///< by launch that has none in the tables
    std::uint32_t warp_size_ = 1;
    std::uint32_t parts_ = 1; ///< warps of a subgroup
    std::uint32_t sms_ = assumed_sms;
    std::uint32_t warp_slots_ = assumed_warp_slots;
    bool sms_are_assumed_ = true;
    /// [launches] ranks of subgroups in their work group, by their first invocation; in a draw, by their
    /// number
    std::vector<std::map<std::uint32_t, std::uint32_t>> ranks_;
};

} // namespace hitmap::capture
