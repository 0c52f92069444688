#include "capture/spool/warp_numbers.h"

#include <algorithm>

namespace hitmap::capture {

namespace {

std::uint32_t first_invocation(const LoggedSubgroup& subgroup) {
    return subgroup.invocations.empty() ? 0 : subgroup.invocations.front();
}

} // namespace

WarpNumbers::WarpNumbers(const SpoolTables& tables) : tables_(tables), ranks_(tables.launches.size()) {
    for (const SpoolDevice& device : tables.devices)
        if (device.sms != 0) sms_ = std::min(device.sms, std::uint32_t{1} << 16);
    constexpr std::array<std::uint32_t, 3> unknown{};
    for (std::uint32_t launch = tables.ended_launches; launch < tables.launches.size(); ++launch)
        if (!is_draw(launch) && tables.launches[launch].grid == unknown) grids_[launch] = unknown;
}

void WarpNumbers::add(std::uint32_t launch, const LoggedSubgroup& subgroup) {
    ranks_[launch].emplace(is_draw(launch) ? subgroup.number : first_invocation(subgroup), 0);
    if (const auto grid = grids_.find(launch); grid != grids_.end())
        for (std::size_t i = 0; i < 3; ++i)
            grid->second[i] = std::max(grid->second[i], std::min(subgroup.group[i], ~0U - 1) + 1);
    warp_size_ = std::max(warp_size_, std::min(subgroup.size, 32U));
    parts_ = std::max(parts_, (std::min(subgroup.size, 128U) + 31) / 32);
    if (subgroup.core == no_core) return;
    sms_are_assumed_ = false;
    sms_ = std::max(sms_, std::min(subgroup.core, (1U << 16) - 1) + 1);
}

void WarpNumbers::finish() {
    for (std::uint32_t launch = 0; launch < ranks_.size(); ++launch) {
        std::uint32_t rank = 0;
        for (auto& [first, number] : ranks_[launch])
            number = rank++;
        const std::uint32_t in_block = is_draw(launch) ? 1 : rank;
        warp_slots_ = std::clamp(in_block * parts_, warp_slots_, std::uint32_t{1} << 16);
    }
}

std::uint32_t WarpNumbers::rank_of(std::uint32_t launch, const LoggedSubgroup& subgroup) const {
    const auto& ranks = ranks_[launch];
    const auto rank = ranks.find(is_draw(launch) ? subgroup.number : first_invocation(subgroup));
    return rank == ranks.end() ? 0 : rank->second;
}

const std::array<std::uint32_t, 3>& WarpNumbers::grid_of(std::uint32_t launch) const {
    const auto found = grids_.find(launch);
    return found == grids_.end() ? tables_.launches[launch].grid : found->second;
}

LaunchShape WarpNumbers::shape_of(std::uint32_t launch) const {
    const SpoolLaunch& from = tables_.launches[launch];
    if (!is_draw(launch)) return {grid_of(launch), from.block};
    const auto subgroups = static_cast<std::uint32_t>(std::max<std::size_t>(1, ranks_[launch].size()));
    return {{subgroups, 1, 1}, {warp_size_ * parts_, 1, 1}};
}

WarpPlace WarpNumbers::place_of(std::uint32_t launch, const LoggedSubgroup& subgroup,
                                std::uint32_t part) const {
    const auto& grid = grid_of(launch);
    const std::uint32_t rank = rank_of(launch, subgroup);
    const std::uint64_t group =
        is_draw(launch)
            ? rank
            : (std::uint64_t{subgroup.group[2]} * grid[1] + subgroup.group[1]) * grid[0] + subgroup.group[0];
    const std::uint32_t warps =
        is_draw(launch) ? parts_ : static_cast<std::uint32_t>(ranks_[launch].size()) * parts_;
    const std::uint32_t in_group = (is_draw(launch) ? 0 : rank * parts_) + part;
    WarpPlace place;
    place.warp = static_cast<std::uint32_t>(group * warps + in_group);
    place.sm = subgroup.core == no_core ? static_cast<std::uint32_t>(group % sms_)
                                        : std::min(subgroup.core, sms_ - 1);
    const std::uint32_t resident = std::max(1U, warp_slots_ / std::max(1U, warps)); // work groups of an SM
    place.slot =
        std::min(static_cast<std::uint32_t>(group / sms_ % resident) * warps + in_group, warp_slots_ - 1);
    return place;
}

} // namespace hitmap::capture
