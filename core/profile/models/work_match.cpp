#include "core/profile/models/work_match.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

/// More do not place the ends of a frame better.
constexpr std::size_t most_knots = std::size_t{1} << 16;

std::vector<std::uint64_t> of_all_launches(const FinishedWork& work,
                                           std::vector<std::uint64_t> FinishedWork::Launch::*what) {
    std::vector<std::uint64_t> all;
    for (const FinishedWork::Launch& launch : work.launches)
        all.insert(all.end(), (launch.*what).begin(), (launch.*what).end());
    return all; // launches follow one another
}

} // namespace

WorkMatch::WorkMatch(const FinishedWork& a, const FinishedWork& b, FrameMatch by)
    : by_(by), positions_b_(b.positions) {
    const std::size_t launches = std::min(a.launches.size(), b.launches.size());
    const std::size_t most = std::max<std::size_t>(most_knots / std::max<std::size_t>(launches, 1), 1);
    for (std::size_t i = 0; by == FrameMatch::launch && i < launches; ++i) {
        const FinishedWork::Launch& in_a = a.launches[i];
        const FinishedWork::Launch& in_b = b.launches[i];
        const bool of_pixels = !in_a.pixels.empty() && !in_b.pixels.empty();
        add_shares(of_pixels ? in_a.pixels : in_a.warps, of_pixels ? in_b.pixels : in_b.warps, most);
        add(in_a.end, in_b.end);
    }
    if (by != FrameMatch::launch) {
        const auto what =
            by == FrameMatch::pixels ? &FinishedWork::Launch::pixels : &FinishedWork::Launch::warps;
        add_shares(of_all_launches(a, what), of_all_launches(b, what), most_knots);
    }
    if (knots_.back().first >= a.positions)
        knots_.back() = {a.positions, b.positions};
    else
        knots_.emplace_back(a.positions, b.positions);
}

void WorkMatch::add(std::uint64_t in_a, std::uint64_t in_b) {
    in_b = std::min(std::max(in_b, knots_.back().second), positions_b_);
    // Of what finishes together in A, the last one of B counts.
    if (in_a <= knots_.back().first)
        knots_.back().second = knots_.back().first == 0 ? 0 : in_b;
    else
        knots_.emplace_back(in_a, in_b);
}

void WorkMatch::add_shares(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b,
                           std::size_t most) {
    const std::size_t count = std::min({a.size(), b.size(), most});
    for (std::size_t k = 1; k <= count; ++k)
        add(a[k * a.size() / count - 1], b[k * b.size() / count - 1]);
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
