#pragma once

#include "app/sweep/sweep_plan.h"
#include "app/sweep/work_claim.h"
#include "core/jobs/output_files.h"

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
    /// What the sweep decides. Each function is called by one thread at a time.
    struct Rules {
        /// Whether there is room for the group now. Each group for which it returned true is dismissed again,
        /// by SharedGroups if it is not handed out, and otherwise by its user.
        std::function<bool(const SweepGroup&)> admit;
        std::function<void(const SweepGroup&)> dismiss;
        /// Takes over the results that other processes have written meanwhile. Returns the runs that remain.
        std::function<SweepGroup(const SweepGroup&)> take_results;
    };
    struct Claimed {
        const SweepGroup* group; ///< as it was admitted; valid as long as the SharedGroups
        SweepGroup remaining;    ///< its runs that remain; at least one
        WorkClaim claim;         ///< must be held until the results of the group are there
    };

    /// @param folder   for the files of the claims; it is created
    /// @param outputs  of WorkClaim::take()
    SharedGroups(const std::vector<SweepGroup>& groups, std::filesystem::path folder, OutputFiles* outputs,
                 Rules rules);
    /// Removes the folder unless other processes still use it.
    ~SharedGroups();
    SharedGroups(const SharedGroups&) = delete;
    SharedGroups& operator=(const SharedGroups&) = delete;

    /// Returns a group to do. While there is no room for those that remain, or other processes do them,
    /// waits: one of these may be killed. Returns nothing if nothing is left to do, or after give_up().
    /// Throws Cancelled, FileError.
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
    OutputFiles* outputs_;
    Rules rules_;
    std::mutex mutex_;
    std::condition_variable_any gave_up_;
    bool has_given_up_ = false;
    std::vector<State> states_; ///< [groups]
};

} // namespace hitmap
