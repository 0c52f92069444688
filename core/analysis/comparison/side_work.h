#pragma once

#include "core/cache/gpu/gpu_preset.h"
#include "core/profile/models/window_of_work.h"
#include "core/profile/query/compared_sides.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

/// A GPU whose caches a side simulates.
struct SideGpu {
    std::string preset;                 ///< its name; empty: no GPU, as with the stack distance cache model
    std::optional<std::uint32_t> sms{}; ///< its number of SMs, where that is known
    std::optional<GpuPreset> known{};   ///< what is known of it; no value: the preset was not found
};

/// The GPU of a preset, by the name or path of the preset. Reads preset files of the user.
[[nodiscard]] SideGpu side_gpu(std::string_view preset);

/// The work whose costs a side adds up, and the device that did it: what decides whether the costs of two
/// sides can be held against each other.
struct SideWork : WindowOfWork {
    std::uint32_t sms = 0;
    std::string_view axis = "element accesses"; ///< what positions count
    /// How the windows of both sides were matched; by work, they hold the same work (WorkMatch).
    FrameMatch matched_by = FrameMatch::position;
    SideGpu gpu{};
    std::vector<std::pair<std::string, std::string>> options{}; ///< RecordingInfo::options
    std::vector<std::string> estimates{};                       ///< estimate_reasons() of the recording
};

[[nodiscard]] SideWork work_of(const RecordingInfo& info, TimeWindow window, SideGpu gpu = {});

/// Returns how the windows of the sides were matched.
[[nodiscard]] FrameMatch matched_by(const SideWork& a, const SideWork& b);
/// Whether the sides hold the same work, as far as is known (is_same_work()); otherwise neither is better for
/// costing less.
[[nodiscard]] bool hold_same_work(const SideWork& a, const SideWork& b);
/// Says how the windows of the sides were matched, as a sentence; empty if they were not.
[[nodiscard]] std::string matching_sentence(const SideWork& a, const SideWork& b,
                                            const SideLetters& letters = {});

/// Says in whole sentences why the costs of the sides are not of the same work, or not those that the GPUs
/// would have; the weightiest first. Empty if nothing is known against the comparison.
[[nodiscard]] std::vector<std::string> reservations_of(const SideWork& a, const SideWork& b,
                                                       const SideLetters& letters = {});

} // namespace hitmap
