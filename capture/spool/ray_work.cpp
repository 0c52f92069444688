#include "capture/spool/ray_work.h"

#include <bit>

namespace hitmap::capture {

namespace {

constexpr std::uint32_t ends_at_first_hit = 0x4; // SPIR-V, "Ray Flags", TerminateOnFirstHitKHR
constexpr std::uint8_t primary_ray = 0;          // kinds of hmt_tag
constexpr std::uint8_t shadow_ray = 1;
constexpr std::uint8_t path_ray = 3;

/// How many of the lanes that exist are before this one.
std::size_t rank_of(const LaneMask& mask, unsigned lane) {
    const std::uint64_t before = (std::uint64_t{1} << lane % 64) - 1;
    const auto below = static_cast<std::size_t>(std::popcount(mask[lane / 64] & before));
    return lane < 64 ? below : below + static_cast<std::size_t>(std::popcount(mask[0]));
}

std::uint64_t volume(const std::array<std::uint32_t, 3>& size) {
    return std::uint64_t{size[0]} * size[1] * size[2];
}

/// The invocations of a dispatch or a launch of rays; 0 of draws.
std::uint64_t invocations_of(const SpoolLaunch& launch) {
    return launch.draw == no_draw ? volume(launch.grid) * volume(launch.block) : volume(launch.grid);
}

/// The number of an invocation of a dispatch: its pixel, row by row, or its place in the order of work groups
/// if it has none.
/// @param number  in its work group
std::uint64_t number_in(const SpoolLaunch& launch, const std::array<std::uint32_t, 2>& size,
                        const LoggedSubgroup& subgroup, std::uint64_t number) {
    const std::array<std::uint32_t, 3>& block = launch.block;
    const auto& group = subgroup.group;
    if (size[0] == 0) {
        const std::uint64_t before =
            (std::uint64_t{group[2]} * launch.grid[1] + group[1]) * launch.grid[0] + group[0];
        return before * volume(block) + number;
    }
    const std::uint64_t x = std::uint64_t{group[0]} * block[0] + number % block[0];
    const std::uint64_t y = std::uint64_t{group[1]} * block[1] + number / block[0] % block[1];
    return y * size[0] + x;
}

void set_kind(const hmt_ray& ray, RayInvocation& invocation) {
    hmt_tag& work = invocation.work;
    const bool is_first = invocation.rays++ == 0;
    if ((ray.flags & ends_at_first_hit) != 0) {
        work.sample = work.ray_kind == shadow_ray ? work.sample + 1 : 0;
        work.ray_kind = shadow_ray;
        return;
    }
    work.sample = 0;
    work.ray_kind = is_first ? primary_ray : path_ray;
    if (!is_first && work.bounce != 0xff) ++work.bounce;
}

} // namespace

std::array<std::uint32_t, 2> picture_size(const SpoolLaunch& launch) {
    std::array<std::uint64_t, 2> size{launch.grid[0], launch.grid[1]};
    if (launch.draw == no_draw)
        for (std::size_t i = 0; i < 2; ++i)
            size[i] *= launch.block[i];
    constexpr std::uint64_t most = 1 << 16;
    if (size[0] < 2 || size[1] < 2 || size[0] > most || size[1] > most) return {};
    return {static_cast<std::uint32_t>(size[0]), static_cast<std::uint32_t>(size[1])};
}

RayWork::RayWork(const SpoolTables& tables, const SpoolSurvey& survey, hmt_recorder* recorder)
    : tables_(tables), survey_(survey), recorder_(recorder) {}

std::optional<RayWork::Key> RayWork::key_of(std::uint32_t launch, const LoggedSubgroup& subgroup,
                                            unsigned lane) const {
    const SpoolLaunch& of = tables_.launches[launch];
    const std::array<std::uint32_t, 2> size = picture_size(of);
    const std::size_t rank = rank_of(subgroup.mask, lane);
    if (rank >= subgroup.invocations.size()) return std::nullopt;
    std::uint64_t number = subgroup.invocations[rank];
    if (of.draw == no_draw) {
        if (volume(of.block) == 0) return std::nullopt;
        number = number_in(of, size, subgroup, number);
        if (number >= invocations_of(of)) return std::nullopt;
    }
    if (number > ~std::uint32_t{0}) return std::nullopt;
    return std::uint64_t{launch} << 32 | number;
}

bool RayWork::is_work(std::uint32_t launch, Key key) const {
    const SpoolLaunch& of = tables_.launches[launch];
    const std::array<std::uint32_t, 2> size = picture_size(of);
    const std::uint64_t pixels = std::uint64_t{size[0]} * size[1];
    return (key & 0xffffffff) < (pixels != 0 ? pixels : invocations_of(of));
}

RayInvocation& RayWork::invocation(Key key) {
    constexpr std::size_t most_launches = 8; // that run at the same time
    auto& of_launch = invocations_[static_cast<std::uint32_t>(key >> 32)];
    RayInvocation& found = of_launch[static_cast<std::uint32_t>(key)];
    if (invocations_.size() > most_launches && &invocations_.begin()->second != &of_launch)
        invocations_.erase(invocations_.begin());
    return found;
}

/// Calls visit(invocation, lane, rank) for the lanes of a warp, the lowest first, and writes what they work
/// on.
template <class Visit>
void RayWork::visit_lanes(std::uint32_t launch, const LogRecord& record, unsigned part, std::uint32_t mask,
                          const Visit& visit) {
    std::array<hmt_tag, 32> tags{};
    std::uint32_t tagged = 0;
    std::size_t count = 0;
    std::size_t rank = 0;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1, ++rank) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const auto key = key_of(launch, *record.subgroup, 32 * part + lane);
        if (!key) continue;
        RayInvocation& invocation = this->invocation(*key);
        visit(invocation, lane, rank);
        if (!is_work(launch, *key)) continue;
        invocation.work.work_item = static_cast<std::uint32_t>(*key);
        tags[count++] = invocation.work;
        tagged |= rest & (~rest + 1);
    }
    if (tagged == 0) return;
    const WarpPlace warp = survey_.warps.place_of(launch, *record.subgroup, part);
    hmt_add_tags(recorder_, launch, warp.warp, tagged, tags.data());
}

void RayWork::begin(std::uint32_t launch, const LogRecord& record) {
    if (!survey_.begun[launch].traces_rays) return;
    for (unsigned part = 0; part < 4; ++part)
        visit_lanes(launch, record, part,
                    static_cast<std::uint32_t>(record.mask[part / 2] >> 32 * (part % 2)),
                    [](RayInvocation&, unsigned, std::size_t) {});
}

void RayWork::trace(std::uint32_t launch, const LogRecord& record, unsigned part, std::uint32_t mask,
                    const WarpPlace& warp, const hmt_ray* rays) {
    visit_lanes(launch, record, part, mask, [&](RayInvocation& invocation, unsigned lane, std::size_t rank) {
        invocation.warp = warp;
        invocation.lane = static_cast<std::uint8_t>(lane);
        set_kind(rays[rank], invocation);
    });
}

const RayInvocation* RayWork::tracer(std::uint32_t launch, const LogRecord& record, unsigned lane) const {
    const auto key = key_of(launch, *record.subgroup, lane);
    if (!key) return nullptr;
    const auto of_launch = invocations_.find(launch);
    if (of_launch == invocations_.end()) return nullptr;
    const auto found = of_launch->second.find(static_cast<std::uint32_t>(*key));
    return found == of_launch->second.end() || found->second.rays == 0 ? nullptr : &found->second;
}

} // namespace hitmap::capture
