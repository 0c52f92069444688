#include "app/cli/commands/compared_sides.h"

#include "app/cli/input/model_input.h"
#include "core/profile/index/profile_memory.h"
#include "core/profile/models/recording_sums.h"
#include "core/profile/models/window_of_work.h"
#include "core/profile/models/work_match.h"
#include "core/trace/model/estimates.h"
#include "core/trace/model/mesh_offset.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// An open recording with its scene and the model that simulates it.
struct OpenSide {
    ModelInput& input;
    std::shared_ptr<const RecordedScene> scene;
    const ResolvedModel& model;
};

/// The frame that is compared, of either side.
class FrameChoice {
public:
    /// @param options  must outlive this
    FrameChoice(const ComparedInput& options, const RecordingInfo& a, const RecordingInfo& b)
        : options_(options) {
        const std::array infos{&a, &b};
        if (options.frames > 1 && options.match == "work" && are_of_one_mesh(a, b) &&
            work_counts(a) != work_counts(b))
            wanted_ = wanted_match(infos);
    }

    /// The window of a side. That of A must be asked for first.
    TimeWindow of(const Profile& profile, RequestSource& source, const JobContext& job) {
        const TimeWindow by_position = frame_window(profile.positions(), options_.frames, options_.frame);
        if (!is_by_work(wanted_)) return by_position;
        FinishedWork work = finished_work(profile, source, wanted_, job);
        if (!work_of_a_) {
            work_of_a_ = std::move(work);
            return by_position;
        }
        matched_by_ = best_match(*work_of_a_, work);
        if (!is_by_work(matched_by_)) return by_position;
        return WorkMatch(*work_of_a_, work, matched_by_)
            .window_in_b(frame_window(work_of_a_->positions, options_.frames, options_.frame));
    }
    /// How the windows are matched. Valid after those of both sides.
    [[nodiscard]] FrameMatch matched_by() const { return matched_by_; }

private:
    const ComparedInput& options_;
    FrameMatch wanted_ = FrameMatch::position;
    FrameMatch matched_by_ = FrameMatch::position;
    std::optional<FinishedWork> work_of_a_;
};

/// Returns the sums of the chosen frame. If it is the whole recording, no index of time is built.
RecordingSums recording_sums(const OpenSide& side, const ComparedInput& options, FrameChoice& frames,
                             const JobContext& job) {
    ModelInput& input = side.input;
    const auto& [choice, config] = side.model;
    if (options.frames == 1) return sum_recording(*input.source, config, choice.only, input.pool, job);
    const auto profile = make_profile(*input.source, config, choice.only, input.pool, job);
    return sums_of(*profile, frames.of(*profile, *input.source, job), job);
}

SideResult simulate_side(const OpenSide& open, const std::optional<PlaceGrid>& grid,
                         const ComparedInput& options, FrameChoice& frames, const JobContext& job) {
    ModelInput& input = open.input;
    const RecordingSums sums = recording_sums(open, options, frames, job);
    const RecordingInfo& info = input.source->info();
    SideResult side{input.path,
                    std::string(part_text(info)),
                    std::string(dealing_text(info)),
                    open.model.config,
                    open.model.choice.only,
                    sums.window,
                    name_of_axis(info),
                    info.scene.source_hash,
                    told_kinds(info),
                    {}};
    side.sums =
        sum_side({info, open.scene.get(), sums, side.only, side_gpu(open.model.choice.preset)}, grid, job);
    return side;
}

} // namespace

std::array<SideResult, 2> simulate_sides(const ComparedInput& options, const JobContext& job) {
    const ModelOptions options_a = options.sides.of(Side::baseline, options.model);
    const ModelOptions options_b = options.sides.of(Side::compared, options.model);
    const ResolvedModel model_a = options_a.texts.resolve();
    const ResolvedModel model_b = options_b.texts.resolve();
    const auto estimate = options.frames == 1 ? estimate_sums_bytes : estimate_profile_bytes;
    std::unique_ptr<ModelInput> input;
    std::unique_ptr<ModelInput> other;
    std::error_code unknown;
    if (std::filesystem::equivalent(options.files[0], options.files[1], unknown) &&
        read_the_same(options_a, options_b)) {
        input =
            open_model_input(options.files[0], {model_a.config, model_b.config}, options_a, job, estimate);
    } else {
        input = open_model_input(options.files[0], {model_a.config}, options_a, job, estimate);
        other = open_model_input(options.files[1], {model_b.config}, options_b, job, estimate);
    }
    require_whole_frames(*input, options.frames);
    if (other) require_whole_frames(*other, options.frames);
    const OpenSide open_a{*input, input->file.read_scene(job), model_a};
    const OpenSide open_b{other ? *other : *input, other ? other->file.read_scene(job) : open_a.scene,
                          model_b};
    std::optional<PlaceGrid> grid;
    const auto drawable = [](const OpenSide& side) {
        return knows_vertex_positions(side.input.file.info()) ? side.scene.get() : nullptr;
    };
    // Places of scenes with different offsets are different places in the files.
    const bool same_origin = mesh_offset(open_a.input.file.info()) == mesh_offset(open_b.input.file.info());
    if (const Aabb bounds = bounds_of_scenes(drawable(open_a), drawable(open_b));
        same_origin && !bounds.empty())
        grid.emplace(bounds);
    FrameChoice frames(options, open_a.input.source->info(), open_b.input.source->info());
    SideResult a = simulate_side(open_a, grid, options, frames, job);
    SideResult b = simulate_side(open_b, grid, options, frames, job);
    b.file = options.files[1];
    a.layout = options_a.layout;
    b.layout = options_b.layout;
    for (SideResult* side : {&a, &b})
        if (side->sums.work) side->sums.work->matched_by = frames.matched_by();
    return {std::move(a), std::move(b)};
}

} // namespace hitmap
