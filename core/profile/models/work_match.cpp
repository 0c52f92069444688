#include "core/profile/models/work_match.h"

#include "core/trace/model/estimates.h"
#include "core/trace/model/recording_part.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

/// More do not place the ends of a frame better.
constexpr std::size_t most_knots = std::size_t{1} << 16;

} // namespace

WorkCounts work_counts(const RecordingInfo& info) {
    return {std::string(part_text(info)), info.launches.size(), info.requests, info.lane_accesses,
            info.element_accesses, std::string(dealing_text(info))};
}

bool is_same_work(const WindowOfWork& a, const WindowOfWork& b) {
    if (a.is_whole() && b.is_whole()) return true;
    return a.window == b.window && work_counts(a.info) == work_counts(b.info);
}

bool are_of_one_mesh(const RecordingInfo& a, const RecordingInfo& b) {
    if (a.scene.source_hash != 0 && b.scene.source_hash != 0)
        return a.scene.source_hash == b.scene.source_hash;
    return a.scene.faces != 0 && a.scene.faces == b.scene.faces && a.scene.vertices == b.scene.vertices;
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

WorkMatch::WorkMatch(const std::vector<std::uint64_t>& a, std::uint64_t positions_a,
                     const std::vector<std::uint64_t>& b, std::uint64_t positions_b)
    : knots_{{0, 0}} {
    const std::size_t count = std::min({a.size(), b.size(), most_knots});
    const auto add = [this, positions_b](std::uint64_t in_a, std::uint64_t in_b) {
        // Of pixels that finish together in A, the last one of B counts.
        if (in_a == knots_.back().first)
            knots_.back().second = in_a == 0 ? 0 : std::min(in_b, positions_b);
        else
            knots_.emplace_back(in_a, std::min(in_b, positions_b));
    };
    for (std::size_t k = 1; k <= count; ++k)
        add(a[k * a.size() / count - 1], b[k * b.size() / count - 1]);
    if (knots_.back().first >= positions_a)
        knots_.back() = {positions_a, positions_b};
    else
        knots_.emplace_back(positions_a, positions_b);
}

std::uint64_t WorkMatch::position_in_b(std::uint64_t position_in_a) const {
    const auto after =
        std::ranges::upper_bound(knots_, position_in_a, {}, &decltype(knots_)::value_type::first);
    if (after == knots_.end()) return knots_.back().second;
    const auto before = after - 1; // there is a knot at 0
    const auto share = static_cast<double>(position_in_a - before->first) /
                       static_cast<double>(after->first - before->first);
    return before->second + static_cast<std::uint64_t>(
                                std::llround(share * static_cast<double>(after->second - before->second)));
}

std::vector<std::uint64_t> WorkMatch::frame_bounds_in_b(std::uint64_t q) const {
    std::vector<std::uint64_t> bounds;
    bounds.reserve(q + 1);
    for (std::uint64_t f = 0; f < q; ++f)
        bounds.push_back(position_in_b(frame_window(knots_.back().first, q, f).first));
    bounds.push_back(knots_.back().second);
    return bounds;
}

} // namespace hitmap
