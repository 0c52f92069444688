#include "core/trace/formats/gpu_text/nvbit_launches.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace hitmap {

namespace {

/// Limits the memory of the table of warps. Beyond it, the warps of older launches are forgotten.
constexpr std::size_t most_known_warps = std::size_t{1} << 22;

std::uint64_t product(const std::array<std::uint32_t, 3>& sizes) {
    const std::uint64_t area = std::uint64_t{sizes[0]} * sizes[1];
    return sizes[2] != 0 && area > std::numeric_limits<std::uint64_t>::max() / sizes[2]
               ? std::numeric_limits<std::uint64_t>::max()
               : area * sizes[2];
}

} // namespace

void NvbitLaunches::announce(const NvbitLaunch& line) {
    Launch launch;
    launch.kernel = std::string(line.kernel);
    launch.grid = line.grid;
    launch.block = line.block;
    launch.shared_bytes = line.shared_bytes;
    // Without numbers, the tool prints all accesses of a launch before it announces the next one.
    const std::uint64_t id = line.id.value_or(announced_);
    if (announced_++ != 0 && id != last_id_ + 1)
        warnings_.count("launches whose number does not follow the last one");
    last_id_ = id;
    if (!line.id) offset_ = 0;
    if (offset_)
        add_announced(id - *offset_, std::move(launch));
    else
        early_.emplace_back(id, std::move(launch));
}

void NvbitLaunches::set_offset(std::uint64_t first_access) {
    // The tool counts launches from 0. If the first line has 1, it is one too high, unless the line of the
    // running launch, which is the last one, has the number of the access.
    const bool follows = !early_.empty() && early_.front().first == first_access + 1;
    const bool from_one = !early_.empty() && early_.front().first == 1 && first_access != last_id_;
    offset_ = follows || from_one ? 1 : 0;
    if (*offset_ != 0)
        warnings_.count(follows ? "launches announced by a number that is one too high"
                                : "launches announced by a number that is one too high, which is assumed "
                                  "because the first one has the number 1",
                        early_.size());
    for (auto& [id, launch] : early_)
        add_announced(id - *offset_, std::move(launch));
    early_.clear();
}

void NvbitLaunches::add_announced(std::uint64_t id, Launch launch) {
    KnownLaunch known;
    const std::uint64_t threads = product(launch.block);
    const std::uint64_t warps_per_block = threads / warp_size + (threads % warp_size != 0 ? 1 : 0);
    const std::uint64_t blocks = product(launch.grid);
    constexpr std::uint64_t all_warps = std::numeric_limits<std::uint32_t>::max();
    if (warps_per_block != 0 && blocks != 0 && blocks <= all_warps / warps_per_block)
        known.warps_per_block = static_cast<std::uint32_t>(warps_per_block);
    known.launch = std::move(launch);
    known.announced = true;
    waiting_.insert_or_assign(id, std::move(known));
}

std::uint32_t NvbitLaunches::begin(KnownLaunch launch, std::uint64_t id) {
    if (launches_.size() == RecordingLimits::launches)
        throw FileError(
            file_, "", fmt::format("expected at most {} launches, found another", RecordingLimits::launches));
    const auto index = static_cast<std::uint32_t>(launches_.size());
    sink_.begin_launch(launch.launch);
    launches_.push_back(std::move(launch));
    indices_.insert_or_assign(id, index);
    return index;
}

std::uint32_t NvbitLaunches::index_of(const NvbitAccess& access) {
    if (!offset_) set_offset(access.launch_id.value_or(0));
    const std::uint64_t id = access.launch_id.value_or(announced_ == 0 ? 0 : last_id_ - *offset_);
    // Launches begin in the order of their numbers, also those without accesses.
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first <= id;
         first = waiting_.begin()) {
        begin(std::move(first->second), first->first);
        waiting_.erase(first);
    }
    auto found = indices_.find(id);
    if (found == indices_.end()) {
        warnings_.count("launches that no line announces");
        KnownLaunch unknown;
        unknown.launch.kernel = "not known";
        unknown.launch.block = {warp_size, 1, 1};
        begin(std::move(unknown), id);
        found = indices_.find(id);
    }
    if (found->second < last_index_) warnings_.count("accesses behind those of a later launch");
    last_index_ = std::max(last_index_, found->second);
    return found->second;
}

NvbitLaunches::LaunchWarps& NvbitLaunches::warps_of(std::uint32_t launch) {
    if (warp_count_ >= most_known_warps) {
        // If one launch alone has this number, its warps stay.
        warnings_.count("launches whose warps are numbered again if they make further accesses",
                        std::erase_if(warps_, [&](const auto& each) { return each.first != launch; }));
        warp_count_ = warps_[launch].index.size();
    }
    return warps_[launch];
}

std::optional<NvbitLaunches::Warp> NvbitLaunches::warp_of(std::uint32_t launch, const NvbitAccess& access) {
    KnownLaunch& known = launches_[launch];
    const auto& grid = known.launch.grid;
    const auto& block = access.block;
    Warp warp;
    if (known.announced) {
        for (std::size_t axis = 0; axis < grid.size(); ++axis)
            if (block[axis] >= grid[axis]) return std::nullopt;
        warp.block = (std::uint64_t{block[2]} * grid[1] + block[1]) * grid[0] + block[0];
    } else {
        // The grid is not known: this number differs for blocks up to a usual size of the grid.
        warp.block = block[0] ^ std::uint64_t{block[1]} << 32U ^ std::uint64_t{block[2]} << 48U;
    }
    LaunchWarps& warps = warps_of(launch);
    const auto found = warps.index.find({warp.block, access.warp_slot});
    if (found != warps.index.end()) {
        warp.index = found->second;
        return warp;
    }
    if (known.warps_per_block != 0) {
        const std::uint32_t in_block = warps.in_block[warp.block]++;
        if (in_block >= known.warps_per_block)
            warnings_.count("warps beyond the number that their block has");
        warp.index =
            static_cast<std::uint32_t>(warp.block * known.warps_per_block + in_block % known.warps_per_block);
    } else {
        warp.index = known.warps;
    }
    ++known.warps;
    ++warp_count_;
    warps.index.emplace(WarpKey{warp.block, access.warp_slot}, warp.index);
    return warp;
}

std::vector<Launch> NvbitLaunches::finish() {
    for (auto& [id, launch] : waiting_)
        begin(std::move(launch), id);
    waiting_.clear();
    std::vector<Launch> launches;
    for (KnownLaunch& known : launches_) {
        if (!known.announced) known.launch.grid = {known.warps, 1, 1};
        launches.push_back(std::move(known.launch));
    }
    return launches;
}

} // namespace hitmap
