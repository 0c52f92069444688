#pragma once

#include "app/sweep/sweep_plan.h"
#include "app/sweep/work_claim.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace hitmap {

/// Hands out the groups of a sweep, each once: to the threads of this process, and, through claims, to other
/// processes that do the same sweep in the same folder. Thread-safe.
class SharedGroups {
public:
    /// Takes over the results of a group that another process may have done. Returns whether all are there.
    /// It is called by one thread at a time.
    using TakeResults = std::function<bool(const SweepGroup& group)>;
    struct Claimed {
        const SweepGroup* group; ///< valid as long as the SharedGroups
        WorkClaim claim;         ///< must be held until the results of the group are there
    };

    /// @param folder  for the files of the claims; it is created
    SharedGroups(const std::vector<SweepGroup>& groups, std::filesystem::path folder,
                 TakeResults take_results);
    /// Removes the folder unless other processes still use it.
    ~SharedGroups();
    SharedGroups(const SharedGroups&) = delete;
    SharedGroups& operator=(const SharedGroups&) = delete;

    /// Returns a group to do. While other processes do all that remain, waits, because one of them may be
    /// killed. Returns nothing if nothing is left to do, or after give_up(). Throws Cancelled, FileError.
    [[nodiscard]] std::optional<Claimed> next(const std::stop_token& stop);
    /// Lets next() return nothing from now on.
    void give_up();

private:
    enum class State : std::uint8_t { open, handed_out_or_done };

    /// Returns the first group that is free, and takes over the results of those that are done. Needs the
    /// lock.
    [[nodiscard]] std::optional<Claimed> claim_one();

    const std::vector<SweepGroup>& groups_;
    std::filesystem::path folder_;
    TakeResults take_results_;
    std::mutex mutex_;
    std::condition_variable_any gave_up_;
    bool has_given_up_ = false;
    std::vector<State> states_; ///< [groups]
};

} // namespace hitmap
