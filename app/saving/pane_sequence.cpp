#include "app/saving/pane_sequence.h"

#include "app/sequence/mesh_pictures.h"
#include "app/sequence/panel_pictures.h"
#include "app/sequence/sequence_states.h"
#include "core/base/error.h"
#include "render/view/recorded_camera.h"
#include "widgets/base/format.h"
#include "widgets/session/recording/difference_lines.h"
#include "widgets/session/recording/library.h"

#include <utility>

namespace hitmap {

namespace {

/// The state of the pane, without what depends on what was shown before.
ViewState state_of(const Pane& pane) {
    ViewState state = pane.choices();
    state.view.subtree = pane.values()->drawn_subtree(); // newer values may be on their way
    state.view.only_ranges = pane.values()->drawn_ranges();
    state.view.colour_by = pane.values()->colours.by; // whatever the size of the pictures
    state.view = with_range_resolved(state.view, pane.range_subject(), pane.range().min, pane.range().max);
    return state;
}

std::vector<ViewState> states_of_pane(const Pane& pane, const SequenceChoices& choices) {
    ViewState state = state_of(pane);
    if (choices.subject == SequenceSubject::turntable)
        return camera_states(
            state, turn_cameras(state.view.camera, bounds_of(*pane.recording()->scene), choices.pictures));
    state.view = with_one_range(state.view, pane.range_subject(), pane.value_style());
    return frame_states(state, {state.frames.total, 0, state.frames.total, state.frames.bounds});
}

SequenceLook look_for(const SequenceChoices& choices) {
    SequenceLook look;
    look.size = choices.size;
    look.style.transparent = choices.transparent;
    look.histogram = choices.histogram;
    return look;
}

} // namespace

QString range_of_sequence(const Pane& pane, SequenceSubject subject) {
    if (pane.values() == nullptr) return {};
    View view = state_of(pane).view;
    if (subject == SequenceSubject::frames)
        view = with_one_range(view, pane.range_subject(), pane.value_style());
    ColourRange range = pane.range();
    range.of_several = false; // pictures have a range of their own, whatever other panes share with this one
    if (subject == SequenceSubject::frames) range.of_all_frames = true;
    return capitalised(range_text(range_mode_for(view, pane.range_subject()), range));
}

PaneSequence::PaneSequence(const Pane& pane, const SequenceChoices& choices)
    : values_(pane.values()),
      shown_(pane.choices().frames),
      image_(pane.wanted_image()),
      library_(&pane.library()),
      states_(states_of_pane(pane, choices)),
      look_(look_for(choices)) {}

std::unique_ptr<SequencePictures> PaneSequence::pictures(const JobContext& job) const {
    if (states_.front().shown == Shown::image) return of_image(job);
    return values_->difference ? of_mesh_difference() : of_mesh();
}

/// Frames that are the same on both sides advance together; others stay.
FrameRange PaneSequence::other_frames(const FrameRange& others, const ViewState& state) const {
    if (!others.same_numbers(shown_)) return others;
    FrameRange together = state.frames;
    together.bounds = others.bounds;
    return together;
}

std::unique_ptr<SequencePictures> PaneSequence::of_image(const JobContext& job) const {
    // One simulation serves all pictures as long as its index is held.
    std::vector<std::shared_ptr<const IndexedSimulation>> indices{library_->indexed(image_.counted, job)};
    if (image_.reference) indices.push_back(library_->indexed(*image_.reference, job));
    const auto make = [this, indices](const ViewState& state, const JobContext& part) {
        WantedImage request = image_;
        request.counted.frames = state.frames;
        if (request.reference) request.reference->frames = other_frames(image_.reference->frames, state);
        const auto image = image_values(request, *library_, part);
        if (!image->refusal.empty()) throw Error(image->refusal);
        return panel_of(*image, state.view, part);
    };
    return std::make_unique<PanelPictures<FramebufferPanel>>(states_, make, look_);
}

std::unique_ptr<SequencePictures> PaneSequence::of_mesh() const {
    const Simulation& simulation = *values_->simulation;
    return std::make_unique<MeshPictures>(simulation.recording->prepared, picture_side(simulation, {}),
                                          states_, look_);
}

std::unique_ptr<SequencePictures> PaneSequence::of_mesh_difference() const {
    const DifferenceSides& sides = values_->sides;
    const PictureSide own = picture_side(*values_->simulation, {});
    const PictureSide other = picture_side(*sides.other, {});
    const bool is_baseline = sides.own == Side::baseline;
    std::vector<DifferenceState> states;
    for (const ViewState& state : states_) {
        DifferenceState shown{state, other_frames(sides.other_frames, state)};
        if (!is_baseline) std::swap(shown.state.frames, shown.compared);
        states.push_back(std::move(shown));
    }
    return std::make_unique<MeshDifferencePictures>(
        values_->simulation->recording->prepared,
        MeshDifferencePictures::Subject{is_baseline ? own : other, is_baseline ? other : own, sides.letters,
                                        sides.own, sides.match},
        std::move(states), look_);
}

} // namespace hitmap
