#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace hitmap::capture {

/// The dispatches, draws and launches of rays of a program, as far as the layer needs to know them to say why
/// it recorded nothing. All functions may be called by several threads at once.
class LaunchTally {
public:
    void add_recorded() { ++recorded_; }
    /// Counts one that --dispatches and --every leave out.
    void add_not_chosen() { ++not_chosen_; }
    /// Counts one of a kernel that --kernels leaves out. @param number  of its pipeline
    void add_other_kernel(const std::string& kernel, std::uint32_t number);
    /// Counts one that cannot be recorded. A note says why.
    void add_left_out() { ++left_out_; }
    /// Counts a device whose launches the layer does not see. A note says why.
    void add_unseen_device() { ++unseen_devices_; }

    [[nodiscard]] bool any_recorded() const { return recorded_ != 0; }
    /// The number of those that cannot be recorded.
    [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
    /// Why nothing was recorded, as a sentence without its end; empty if notes alone say that.
    [[nodiscard]] std::string why_nothing() const;

private:
    std::atomic<std::uint64_t> recorded_{0}, not_chosen_{0}, left_out_{0}, unseen_devices_{0};
    mutable std::mutex mutex_;
    std::map<std::uint32_t, std::string> other_kernels_; ///< names, by numbers of pipelines
};

} // namespace hitmap::capture
