#include "app/sweep/shared_groups.h"

#include "core/base/error.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

namespace hitmap {

namespace {

/// How often the claims of others are looked at: seldom enough for a folder on a server, and often enough
/// beside runs that take seconds to hours.
constexpr std::chrono::milliseconds between_looks(200);

} // namespace

SharedGroups::SharedGroups(const std::vector<SweepGroup>& groups, std::filesystem::path folder,
                           TakeResults take_results)
    : groups_(groups),
      folder_(std::move(folder)),
      take_results_(std::move(take_results)),
      states_(groups.size(), State::open) {}

SharedGroups::~SharedGroups() {
    std::error_code others_use_it;
    std::filesystem::remove(folder_, others_use_it);
}

std::optional<SharedGroups::Claimed> SharedGroups::claim_one() {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        if (states_[i] != State::open) continue;
        std::optional<WorkClaim> claim = WorkClaim::take(folder_ / groups_[i].name);
        if (!claim) continue;
        states_[i] = State::handed_out_or_done;
        // Looked up with the claim: whoever had it before has published the results.
        if (!take_results_(groups_[i])) return Claimed{&groups_[i], std::move(*claim)};
    }
    return std::nullopt;
}

std::optional<SharedGroups::Claimed> SharedGroups::next(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!has_given_up_) {
        if (stop.stop_requested()) throw Cancelled();
        if (auto claimed = claim_one()) return claimed;
        if (std::ranges::find(states_, State::open) == states_.end()) return std::nullopt;
        gave_up_.wait_for(lock, stop, between_looks, [&] { return has_given_up_; });
    }
    return std::nullopt;
}

void SharedGroups::give_up() {
    const std::lock_guard lock(mutex_);
    has_given_up_ = true;
    gave_up_.notify_all();
}

} // namespace hitmap
