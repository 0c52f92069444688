#include "core/export/launch_frames.h"

#include "core/base/error.h"
#include "core/profile/query/time_window.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace hitmap::rtmemtracer {

namespace {

/// Returns the nearest float that is at most the number of look-ups.
float rounded_hits(std::uint64_t units, std::uint32_t lookups) {
    const auto hits = static_cast<float>(static_cast<double>(units) / hit_unit);
    return double{hits} <= static_cast<double>(lookups) ? hits : std::nextafter(hits, 0.0F);
}

} // namespace

LaunchFrames::LaunchFrames(const ElementNumbers& numbers, std::vector<std::uint64_t> accesses, Output output)
    : numbers_(numbers), accesses_(std::move(accesses)), output_(std::move(output)) {}

void LaunchFrames::add(const RequestView& block, std::span<const ElementAccess> accesses,
                       const AccessOutcomes& outcomes) {
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const std::uint32_t launch = block.entries[accesses[i].entry].launch;
        if (launch < launch_)
            throw Error(
                fmt::format("expected one launch after the other, found accesses of launch {} in launch {}; "
                            "'hitmap cut --launches' writes each alone",
                            launch, launch_));
        while (launch_ < launch)
            close_launch();
        while (position_ >= frame_window(accesses_[launch_], frames, frames_.size()).last)
            close_frame();
        ++position_;
        if (outcomes[i] != nullptr) add(accesses[i], *outcomes[i]);
    }
}

void LaunchFrames::add(const ElementAccess& access, const AccessOutcome& outcome) {
    const std::uint32_t number = numbers_.of(access);
    if (number == ElementNumbers::none) return;
    const auto [place, is_new] = places_.emplace(std::uint64_t{access.kind} << 32U | number, sums_.size());
    if (is_new) sums_.emplace_back().sum = {number, access.kind, 0.0F, 0.0F, 0, 0};
    ExactSum& exact = sums_[place->second];
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    if (exact.sum.l1_lookups > most - outcome.l1_lookups || exact.sum.l2_lookups > most - outcome.l2_lookups)
        throw Error(fmt::format("{} {} has more than 2^32 - 1 look-ups in a frame",
                                element_kinds()[access.kind].name, access.element));
    exact.sum.l1_lookups += outcome.l1_lookups;
    exact.sum.l2_lookups += outcome.l2_lookups;
    exact.l1_hits += outcome.l1_hits;
    exact.l2_hits += outcome.l2_hits;
}

void LaunchFrames::close_frame() {
    std::vector<RecordedSum>& frame = frames_.emplace_back();
    frame.reserve(sums_.size());
    for (const ExactSum& exact : sums_) {
        frame.push_back(exact.sum);
        frame.back().l1_hits = rounded_hits(exact.l1_hits, exact.sum.l1_lookups);
        frame.back().l2_hits = rounded_hits(exact.l2_hits, exact.sum.l2_lookups);
    }
    sums_.clear();
    places_ = {};
}

void LaunchFrames::close_launch() {
    while (frames_.size() < frames)
        close_frame();
    output_(frames_);
    frames_.clear();
    position_ = 0;
    ++launch_;
}

void LaunchFrames::finish() {
    while (launch_ < accesses_.size())
        close_launch();
}

} // namespace hitmap::rtmemtracer
