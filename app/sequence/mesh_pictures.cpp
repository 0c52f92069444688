#include "app/sequence/mesh_pictures.h"

#include "render/picture/all_frames.h"
#include "render/picture/colour_marks.h"

#include <utility>

namespace hitmap {

MeshPictures::MeshPictures(std::shared_ptr<const PreparedScene> prepared, const PictureSide& side,
                           std::vector<ViewState> states, SequenceLook look)
    : side_(side), states_(std::move(states)), look_(look), pictures_(std::move(prepared)) {}

void MeshPictures::measure(const JobContext& job) {
    const ViewState& first = states_.front();
    all_frames_ = extent_of_all_frames(side_.profile, first.frames.total, first.metric,
                                       range_mode_for(first.view, {first.metric}), first.view,
                                       pictures_.colours(first.view, first.metric, look_.size, job), job);
}

Image MeshPictures::draw(std::size_t picture, const JobContext& job) {
    const ViewState& state = states_[picture];
    MetricPicture shown;
    shown.metric = state.metric;
    shown.counting = counting_of(side_.model, side_.only);
    shown.window = frame_range_window(side_.profile.positions(), state.frames);
    shown.view = state.view;
    shown.size = look_.size;
    shown.caption = metric_caption(side_.info, side_.model, state.metric, state.frames, side_.only);
    shown.style = look_.style;
    shown.all_frames = all_frames_;
    shown.histogram = look_.histogram;
    shown.rays = side_.rays;
    shown.only = side_.only;
    return pictures_.draw(side_.profile, shown, job);
}

std::vector<ColourMark> MeshPictures::marks() const {
    const ViewState& first = states_.front();
    return marks_of(first.view.colour_map, false, colour_bar_text(first.metric, side_.only));
}

MeshDifferencePictures::MeshDifferencePictures(std::shared_ptr<const PreparedScene> prepared,
                                               const Subject& subject, std::vector<DifferenceState> states,
                                               SequenceLook look)
    : subject_(subject), states_(std::move(states)), look_(look), pictures_(std::move(prepared)) {}

DifferencePicture MeshDifferencePictures::picture_of(const DifferenceState& shown) const {
    DifferencePicture picture{shown.state.metric, subject_.baseline, subject_.compared};
    picture.baseline.frames = shown.state.frames;
    picture.compared.frames = shown.compared;
    picture.letters = subject_.letters;
    picture.shown_on = subject_.shown_on;
    picture.view = shown.state.view;
    picture.size = look_.size;
    picture.style = look_.style;
    picture.histogram = look_.histogram;
    picture.match = subject_.match;
    picture.all_frames = all_frames_;
    return picture;
}

void MeshDifferencePictures::measure(const JobContext& job) {
    if (subject_.match == nullptr)
        subject_.match = std::make_shared<const SceneMatch>(subject_.baseline.scene, subject_.compared.scene,
                                                            subject_.letters, job);
    if (states_.front().state.view.range_mode != RangeMode::all_frames) return;
    job.begin("comparing all frames", states_.size(), "frames");
    for (const DifferenceState& shown : states_) {
        job.check();
        const DifferencePicture picture = picture_of(shown);
        const PictureValues values = difference_values(
            picture, pictures_.colours(picture.view, picture.metric, picture.size, job), part_of_job(job));
        all_frames_ = joined(all_frames_, drawn_extent(picture.view, values.kinds));
        job.add(1);
    }
}

Image MeshDifferencePictures::draw(std::size_t picture, const JobContext& job) {
    return pictures_.draw(picture_of(states_[picture]), job);
}

std::vector<ColourMark> MeshDifferencePictures::marks() const {
    const ViewState& first = states_.front().state;
    return marks_of(first.view.colour_map, true, difference_bar_text(first.metric, subject_.letters));
}

} // namespace hitmap
