#include "core/profile/models/finished_work.h"

#include "core/trace/model/element_access.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>

namespace hitmap {

namespace {

using Positions = std::vector<std::uint64_t>;

/// Positions by what was accessed there last.
template <class Key>
using LastAccesses = std::unordered_map<Key, std::uint64_t>;

/// Empties the table.
template <class Key>
Positions sorted(LastAccesses<Key>& last) {
    Positions all;
    all.reserve(last.size());
    for (const auto& [key, position] : last)
        all.push_back(position);
    std::ranges::sort(all);
    last.clear();
    return all;
}

/// Takes the requests of a recording in order.
class WorkCounter {
public:
    WorkCounter(const RecordingInfo& info, bool by_launch)
        : finder_(info), counts_requests_(info.axis_is_requests()), by_launch_(by_launch) {
        if (by_launch) launches_.resize(info.launches.size());
    }

    /// Returns false if launches are to be told apart and ran at the same time.
    [[nodiscard]] bool add(const RequestView& block) {
        for (const RequestView::Entry& entry : block.entries) {
            if (by_launch_ && entry.launch != present_) {
                if (entry.launch < present_ || entry.launch >= launches_.size()) return false;
                close_until(entry.launch);
            }
            add(block, entry);
        }
        return true;
    }

    FinishedWork finish() {
        if (by_launch_)
            close_until(launches_.size());
        else
            launches_.push_back(take());
        return {position_, std::move(launches_)};
    }

private:
    FinishedWork::Launch take() { return {position_, sorted(pixels_), sorted(warps_)}; }
    /// Ends the present launch, and those without requests before the next one.
    void close_until(std::size_t next) {
        for (; present_ < next; ++present_)
            launches_[present_] = take();
    }

    void add(const RequestView& block, const RequestView::Entry& entry) {
        found_.clear();
        finder_.find(entry.instruction, entry.mask, block.addresses_of(entry).data(), 0, found_);
        if (counts_requests_) ++position_;
        for (const ElementAccess& access : found_) {
            if (!counts_requests_) ++position_;
            if (access.kind == pixel_kind) pixels_[access.element] = position_;
        }
        warps_[std::uint64_t{entry.launch} << 32U | entry.warp] = position_;
    }

    ElementAccessFinder finder_;
    bool counts_requests_;
    bool by_launch_;
    std::vector<FinishedWork::Launch> launches_;
    std::size_t present_ = 0; ///< the launch whose accesses these are:
    LastAccesses<std::uint32_t> pixels_;
    LastAccesses<std::uint64_t> warps_; ///< by launch and index of the warp
    std::vector<ElementAccess> found_;
    std::uint64_t position_ = 0;
};

/// No value if launches are to be told apart and ran at the same time.
std::optional<FinishedWork> count_work(RequestSource& source, bool by_launch, const JobContext& job) {
    job.begin("finding when pixels and warps are finished", source.info().requests, "requests");
    source.rewind();
    WorkCounter counter(source.info(), by_launch);
    RequestBlock block;
    while (source.next(block, job.stop)) {
        if (!counter.add(block)) return std::nullopt;
        job.add(block.entries.size());
    }
    return counter.finish();
}

} // namespace

bool FinishedWork::knows_pixels() const {
    return std::ranges::any_of(launches, [](const Launch& launch) { return !launch.pixels.empty(); });
}

bool FinishedWork::knows_warps() const {
    // The end of a single warp is that of the launch.
    return std::ranges::any_of(launches, [](const Launch& launch) { return launch.warps.size() > 1; });
}

std::vector<std::uint64_t> finished_pixels(const Profile& profile, const JobContext& job) {
    constexpr Metric last_access = "access-order"_metric;
    const auto& known = profile.capabilities();
    if (!can_answer(known, last_access) || known.finest_frames) return {};
    const std::uint64_t positions = profile.positions();
    std::vector<float> shares;
    profile.values({0, positions}, pixel_kind, last_access, shares, job);
    std::vector<std::uint64_t> finished;
    finished.reserve(shares.size());
    for (const float share : shares) {
        if (!std::isfinite(share)) continue;
        const auto position = static_cast<std::uint64_t>(
            std::llround(static_cast<double>(share) * static_cast<double>(positions)));
        finished.push_back(std::min(position + 1, positions));
    }
    std::ranges::sort(finished);
    return finished;
}

FinishedWork finished_in_requests(RequestSource& source, bool by_launch, const JobContext& job) {
    if (by_launch)
        if (auto work = count_work(source, true, job)) return std::move(*work);
    return count_work(source, false, job).value();
}

FrameMatch wanted_match(std::span<const RecordingInfo* const> recordings) {
    const auto all = [&](const auto& has) { return std::ranges::all_of(recordings, has); };
    if (recordings.empty() || !all([](const RecordingInfo* info) { return info->requests != 0; }))
        return FrameMatch::position;
    const std::size_t launches = recordings.front()->launches.size();
    if (launches > 1 && all([&](const RecordingInfo* info) { return info->launches.size() == launches; }))
        return FrameMatch::launch;
    return all([](const RecordingInfo* info) { return info->element_accesses[pixel_kind] != 0; })
               ? FrameMatch::pixels
               : FrameMatch::warps;
}

FinishedWork finished_work(const Profile& profile, RequestSource& source, FrameMatch wanted,
                           const JobContext& job) {
    if (!is_by_work(wanted)) return {};
    if (wanted == FrameMatch::pixels) {
        std::vector<std::uint64_t> pixels = finished_pixels(profile, job);
        if (!pixels.empty()) {
            FinishedWork work{profile.positions(), {}};
            work.launches.push_back({profile.positions(), std::move(pixels), {}});
            return work;
        }
    }
    return finished_in_requests(source, wanted == FrameMatch::launch, job);
}

FrameMatch best_match(const FinishedWork& a, const FinishedWork& b) {
    if (a.launches.size() > 1 && a.launches.size() == b.launches.size()) return FrameMatch::launch;
    if (a.knows_pixels() && b.knows_pixels()) return FrameMatch::pixels;
    return a.knows_warps() && b.knows_warps() ? FrameMatch::warps : FrameMatch::position;
}

} // namespace hitmap
