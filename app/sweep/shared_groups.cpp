#include "app/sweep/shared_groups.h"

#include "core/base/error.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

namespace hitmap {

namespace {

/// How long a thread waits before it looks at the claims of others again, at first and at most: soon enough
/// beside runs that take seconds to hours, and seldom enough for a folder on a server that many use.
constexpr std::chrono::milliseconds first_pause(50);
constexpr std::chrono::milliseconds longest_pause(2000);

} // namespace

SharedGroups::SharedGroups(const std::vector<SweepGroup>& groups, std::filesystem::path folder,
                           OutputFiles* outputs, Rules rules)
    : groups_(groups),
      folder_(std::move(folder)),
      outputs_(outputs),
      rules_(std::move(rules)),
      states_(groups.size(), State::open) {}

SharedGroups::~SharedGroups() {
    std::error_code others_use_it;
    std::filesystem::remove(folder_, others_use_it);
}

std::optional<SharedGroups::Claimed> SharedGroups::claim_one() {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        // Memory comes before the claim: a claim that waits for memory would keep other processes from the
        // work.
        if (states_[i] != State::open || !rules_.admit(groups_[i])) continue;
        std::optional<WorkClaim> claim = WorkClaim::take(folder_ / groups_[i].name, outputs_);
        if (claim) {
            states_[i] = State::handed_out_or_done;
            // Results are looked up with the claim in hand: a process that had it before has published them.
            SweepGroup remaining = rules_.take_results(groups_[i]);
            if (!remaining.runs.empty()) return Claimed{&groups_[i], std::move(remaining), std::move(*claim)};
        }
        rules_.dismiss(groups_[i]);
    }
    return std::nullopt;
}

std::optional<SharedGroups::Claimed> SharedGroups::next(const std::stop_token& stop) {
    std::chrono::milliseconds pause = first_pause;
    std::unique_lock lock(mutex_);
    while (!has_given_up_) {
        if (stop.stop_requested()) throw Cancelled();
        if (auto claimed = claim_one()) return claimed;
        if (std::ranges::find(states_, State::open) == states_.end()) return std::nullopt;
        gave_up_.wait_for(lock, stop, pause, [&] { return has_given_up_; });
        pause = std::min(2 * pause, longest_pause);
    }
    return std::nullopt;
}

void SharedGroups::give_up() {
    const std::lock_guard lock(mutex_);
    has_given_up_ = true;
    gave_up_.notify_all();
}

} // namespace hitmap
