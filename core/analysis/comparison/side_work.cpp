#include "core/analysis/comparison/side_work.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/cache/gpu/preset_library.h"
#include "core/cache/gpu/preset_sms.h"
#include "core/profile/models/headline.h"
#include "core/trace/model/estimates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

class Reservations {
public:
    Reservations(const SideWork& a, const SideWork& b, const SideLetters& letters)
        : a_(a), b_(b), differences_(work_differences(a, b)), letters_(letters) {}

    std::vector<std::string> all() {
        add_scenes();
        add_rays();
        add_parts();
        add_frames();
        add_devices();
        add_estimates();
        return std::move(sentences_);
    }

private:
    /// Adds that the work differs in something, with the value of each side.
    void differ(std::string_view what, const std::string& of_a, const std::string& of_b) {
        sentences_.push_back(fmt::format("{} and {} are of different work: {}, {} in {} and {} in {}.",
                                         letters_.baseline, letters_.compared, what, of_a, letters_.baseline,
                                         of_b, letters_.compared));
    }

    void add_scenes() {
        const auto size = [](const SideWork& side) {
            return fmt::format("{} and {}", counted_text(side.vertices, "vertex", "vertices"),
                               counted_text(side.faces, "face", "faces"));
        };
        const bool same_size = a_.vertices == b_.vertices && a_.faces == b_.faces;
        if (differences_.meshes)
            differ(same_size ? "different meshes of one size" : "different meshes", size(a_), size(b_));
        if (differences_.cameras)
            sentences_.push_back(
                fmt::format("{} and {} are of different work: they look through different cameras.",
                            letters_.baseline, letters_.compared));
    }

    void add_rays() {
        const auto size = [](const SideWork& side) { return fmt::format("{}x{}", side.width, side.height); };
        if (differences_.resolutions) differ("different resolutions", size(a_), size(b_));
        if (differences_.rays) differ("different rays", a_.rays, b_.rays);
        if (differences_.launches)
            differ("different numbers of launches", grouped_count(static_cast<double>(a_.launches)),
                   grouped_count(static_cast<double>(b_.launches)));
    }

    void add_parts() {
        const auto text = [](const SideWork& side) {
            return side.part.empty() ? std::string("the whole recording") : side.part;
        };
        if (differences_.parts) differ("different parts of recordings", text(a_), text(b_));
        if (differences_.ends)
            sentences_.push_back(fmt::format(
                "{} and {} are of different work: the recording of {} was interrupted, so that its end "
                "is missing.",
                letters_.baseline, letters_.compared,
                letters_.of(a_.incomplete ? Side::baseline : Side::compared)));
    }

    /// Windows that are not of the same work, whatever else differs.
    void add_frames() {
        if ((a_.is_whole() && b_.is_whole()) || is_by_work(matched_by(a_, b_))) return;
        const auto text = [](const SideWork& side) {
            return side.is_whole() ? std::string("the whole recording")
                                   : fmt::format("{} {}", side.axis, positions_text(side.window));
        };
        if (static_cast<const WorkCounts&>(a_) == static_cast<const WorkCounts&>(b_)) {
            if (a_.window != b_.window) differ("different frames", text(a_), text(b_));
            return;
        }
        sentences_.push_back(fmt::format(
            "{} and {} are of different work: a frame is a share of the time of its recording, and the "
            "recordings have {} and {} {}, so that a frame of the same number holds other rays. Which "
            "recording costs less, only the comparison of the whole recordings tells.",
            letters_.baseline, letters_.compared, grouped_count(static_cast<double>(a_.positions)),
            grouped_count(static_cast<double>(b_.positions)),
            a_.axis == b_.axis ? a_.axis : std::string_view("positions")));
    }

    void add_devices() {
        if (differences_.warps)
            differ("different warps, so that requests are not comparable",
                   fmt::format("{} lanes", a_.warp_lanes), fmt::format("{} lanes", b_.warp_lanes));
        const auto sms = [](std::uint32_t count) { return counted_text(count, "SM", "SMs"); };
        if (a_.sms != b_.sms && a_.gpu.sms == a_.sms && b_.gpu.sms == b_.sms)
            sentences_.push_back(fmt::format("{} runs on the {} of its GPU and {} on the {} of its GPU, each "
                                             "with an L1 of its own.",
                                             letters_.baseline, sms(a_.sms), letters_.compared, sms(b_.sms)));
        else if (a_.sms != b_.sms)
            sentences_.push_back(
                fmt::format("The recording of {} was made for {} and that of {} for {}, each "
                            "with an L1 of its own.",
                            letters_.baseline, sms(a_.sms), letters_.compared, sms(b_.sms)));
        add_gpus();
    }

    /// The caches of different GPUs, on the SMs of the recording.
    void add_gpus() {
        if (a_.gpu.preset.empty() || b_.gpu.preset.empty() || a_.gpu.preset == b_.gpu.preset) return;
        std::vector<std::string> other;
        for (const Side side : {Side::baseline, Side::compared})
            if (const SideGpu& gpu = of(side).gpu; gpu.sms && *gpu.sms != of(side).sms)
                other.push_back(fmt::format("{} ({}) has {}", gpu.preset, letters_.of(side), *gpu.sms));
        if (other.empty()) return;
        const std::string simulated =
            a_.sms == b_.sms
                ? fmt::format("The recording was made for {}, and both GPUs are simulated with as many",
                              counted_text(a_.sms, "SM", "SMs"))
                : std::string("Both GPUs are simulated with the SMs of the recordings");
        sentences_.push_back(
            fmt::format("{}: {}. The load on L2 and DRAM is therefore not that of these GPUs.", simulated,
                        fmt::join(other, ", ")));
    }

    void add_estimates() {
        const auto add = [&](std::string_view what, const std::vector<std::string>& reasons) {
            if (!reasons.empty())
                sentences_.push_back(fmt::format("The numbers of {}, {}.", what, fmt::join(reasons, "; ")));
        };
        if (a_.estimates == b_.estimates)
            return add(fmt::format("{} and {} are estimates", letters_.baseline, letters_.compared),
                       a_.estimates);
        add(fmt::format("{} are an estimate", letters_.baseline), a_.estimates);
        add(fmt::format("{} are an estimate", letters_.compared), b_.estimates);
    }

    [[nodiscard]] const SideWork& of(Side side) const { return side == Side::baseline ? a_ : b_; }

    const SideWork& a_;
    const SideWork& b_;
    WorkDifferences differences_;
    SideLetters letters_;
    std::vector<std::string> sentences_;
};

} // namespace

SideGpu side_gpu(std::string_view preset) {
    if (preset.empty()) return {};
    try {
        GpuPreset found = find_gpu_preset(preset);
        return {found.name, gpu_sms(found), std::move(found)};
    } catch (const Error&) {
        return {std::string(preset), std::nullopt, {}}; // it was there when the side was simulated
    }
}

SideWork work_of(const RecordingInfo& info, TimeWindow window, SideGpu gpu) {
    SideWork work;
    static_cast<WindowOfWork&>(work) = window_of_work(info, window);
    work.sms = info.device.sm_count;
    work.axis = name_of_axis(info);
    work.gpu = std::move(gpu);
    work.options = info.options;
    work.estimates = estimate_reasons(info);
    return work;
}

FrameMatch matched_by(const SideWork& a, const SideWork& b) {
    return std::max(a.matched_by, b.matched_by);
}

bool hold_same_work(const SideWork& a, const SideWork& b) {
    return is_same_work(a, b, matched_by(a, b));
}

std::string matching_sentence(const SideWork& a, const SideWork& b, const SideLetters& letters) {
    const FrameMatch by = matched_by(a, b);
    if (!is_by_work(by) || (a.is_whole() && b.is_whole())) return {};
    const std::string_view where = by == FrameMatch::launch
                                       ? "in the same launch, where the same share of its pixels or warps"
                                   : by == FrameMatch::pixels ? "where the same share of the pixels"
                                                              : "where the same share of the warps";
    return fmt::format("The frames are matched by work: both begin and end {} is finished, at {} {} in {} "
                       "and {} in {}.",
                       where, a.axis, positions_text(a.window), letters.baseline, positions_text(b.window),
                       letters.compared);
}

std::vector<std::string> reservations_of(const SideWork& a, const SideWork& b, const SideLetters& letters) {
    return Reservations(a, b, letters).all();
}

} // namespace hitmap
