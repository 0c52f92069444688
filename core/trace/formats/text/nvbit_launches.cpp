#include "core/trace/formats/text/nvbit_launches.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace hitmap {

namespace {

/// Limits the memory of the table of warps. Beyond it, the warps of older launches are forgotten.
constexpr std::size_t most_known_warps = std::size_t{1} << 22;

/// Limits the memory of the table of contexts, of which a process has one for each GPU.
constexpr std::size_t most_contexts = 4096;

std::uint64_t product(const std::array<std::uint32_t, 3>& sizes) {
    const std::uint64_t area = std::uint64_t{sizes[0]} * sizes[1];
    return sizes[2] != 0 && area > std::numeric_limits<std::uint64_t>::max() / sizes[2]
               ? std::numeric_limits<std::uint64_t>::max()
               : area * sizes[2];
}

} // namespace

NvbitLaunches::Context& NvbitLaunches::context_of(std::uint64_t context) {
    if (const auto found = contexts_.find(context); found != contexts_.end()) return found->second;
    if (contexts_.size() == most_contexts)
        throw FileError(
            file_, "",
            fmt::format("expected at most {} contexts, found another, {:#x}", most_contexts, context));
    return contexts_[context];
}

void NvbitLaunches::announce(const NvbitLaunch& line) {
    Launch launch;
    launch.kernel = std::string(line.kernel);
    launch.grid = line.grid;
    launch.block = line.block;
    launch.shared_bytes = line.shared_bytes;
    Context& context = context_of(line.context);
    // Without numbers, the tool prints all accesses of a launch before it announces the next one.
    const std::uint64_t id = line.id.value_or(context.announced);
    // The contexts of a process share the counter, those of several processes do not.
    const bool follows = id == context.last_id + 1 || id == last_id_ + 1;
    const bool is_first = context.announced++ == 0;
    if (!is_first && !follows) warnings_.count("launches whose number does not follow the last one");
    context.last_id = id;
    last_id_ = id;
    if (!line.id) offset_ = 0;
    if (offset_)
        add_announced({line.context, id - *offset_}, std::move(launch));
    else
        context.early.emplace_back(id, std::move(launch));
}

void NvbitLaunches::set_offset(const Context& context, std::uint64_t first_access) {
    // The tool counts launches from 0. If the first line has 1, it is one too high, unless the line of the
    // running launch, which is the last one, has the number of the access.
    const auto& early = context.early;
    const bool follows = !early.empty() && early.front().first == first_access + 1;
    const bool from_one = !early.empty() && early.front().first == 1 && first_access != context.last_id;
    offset_ = follows || from_one ? 1 : 0; // It is of the version of the tool, and so of all contexts.
    for (auto& [number, each] : contexts_) {
        if (*offset_ != 0)
            warnings_.count(follows ? "launches announced by a number that is one too high"
                                    : "launches announced by a number that is one too high, which is assumed "
                                      "because the first one has the number 1",
                            each.early.size());
        for (auto& [id, launch] : each.early)
            add_announced({number, id - *offset_}, std::move(launch));
        each.early.clear();
    }
}

void NvbitLaunches::add_announced(Id id, Launch launch) {
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

std::uint32_t NvbitLaunches::begin(KnownLaunch launch, Id id) {
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
    const Context& context = context_of(access.context);
    if (!offset_) set_offset(context, access.launch_id.value_or(0));
    const Id id{access.context,
                access.launch_id.value_or(context.announced == 0 ? 0 : context.last_id - *offset_)};
    // Launches of a context begin in the order of their numbers, also those without accesses.
    for (auto first = waiting_.lower_bound({access.context, 0});
         first != waiting_.end() && first->first <= id; first = waiting_.lower_bound({access.context, 0})) {
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
    if (contexts_.size() > 1)
        for (const auto& [number, context] : contexts_)
            warnings_.count("contexts in one file, whose launches are kept apart", 1,
                            fmt::format("{:#x}", number));
    std::vector<Launch> launches;
    for (KnownLaunch& known : launches_) {
        if (!known.announced) known.launch.grid = {known.warps, 1, 1};
        launches.push_back(std::move(known.launch));
    }
    return launches;
}

} // namespace hitmap
