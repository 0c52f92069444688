#include "app/sequence/panel_pictures.h"

#include "render/picture/colour_marks.h"

#include <utility>

namespace hitmap {

namespace {

/// Memory of the values of panels that are kept between measuring and drawing.
constexpr std::uint64_t most_kept_bytes = std::uint64_t{256} << 20;

FramebufferPanel& cells_of(FramebufferPanel& panel) {
    return panel;
}
FramebufferPanel& cells_of(AddressPanel& panel) {
    return panel.cells;
}

std::optional<DataExtent> extent_of_cells(const FramebufferPanel& cells) {
    return cells.sides ? difference_extent(cells.values) : robust_extent(cells.values);
}

} // namespace

template <class Panel>
PanelPictures<Panel>::PanelPictures(std::vector<ViewState> states, MakePanel make, SequenceLook look)
    : states_(std::move(states)), make_(std::move(make)), look_(look) {}

template <class Panel>
void PanelPictures<Panel>::measure(const JobContext& job) {
    if (states_.front().view.range_mode != RangeMode::all_frames) return;
    job.begin("counting in all frames", states_.size(), "frames");
    std::uint64_t kept_bytes = 0;
    for (const ViewState& state : states_) {
        job.check();
        Panel panel = make_(state, part_of_job(job));
        all_frames_ = joined(all_frames_, extent_of_cells(cells_of(panel)));
        kept_bytes += cells_of(panel).values.size() * sizeof(float);
        if (kept_bytes <= most_kept_bytes) kept_.push_back(std::move(panel));
        job.add(1);
    }
}

template <class Panel>
Panel PanelPictures<Panel>::panel_of(std::size_t picture, const JobContext& job) {
    if (picture >= kept_.size() || !kept_[picture]) return make_(states_[picture], job);
    Panel panel = std::move(*kept_[picture]);
    kept_[picture].reset();
    return panel;
}

template <class Panel>
Image PanelPictures<Panel>::draw(std::size_t picture, const JobContext& job) {
    Panel panel = panel_of(picture, job);
    FramebufferPanel& cells = cells_of(panel);
    const View& view = states_[picture].view;
    if (view.range_mode == RangeMode::all_frames)
        set_range(cells, make_colour_range(RangeMode::all_frames, cells.style, extent_of_cells(cells),
                                           view.range_min, view.range_max, all_frames_));
    if (marks_.empty()) marks_ = marks_of(cells);
    return panel_image(panel, look_.size, look_.style);
}

template class PanelPictures<FramebufferPanel>;
template class PanelPictures<AddressPanel>;

} // namespace hitmap
