#include "app/cli/render/write_panel.h"

#include <vector>

namespace hitmap {

namespace {

using MarksOfPictures = std::vector<std::vector<ColourMark>>;

template <class Panel>
void write_and_warn_of(const RenderOptions& options, const Panel& panel, const MarksOfPictures& marks,
                       FrameSize size, PictureOutput& output) {
    if (output.format() == "svg")
        output.commit(panel_svg(panel, size, options.style()));
    else
        output.commit(panel_image(panel, size, options.style()));
    options.colour_vision.warn(marks);
}

} // namespace

void write_panel(const RenderOptions& options, const FramebufferPanel& panel, FrameSize size,
                 PictureOutput& output) {
    write_and_warn_of(options, panel, {marks_of(panel)}, size, output);
}

void write_panel(const RenderOptions& options, const AddressPanel& panel, FrameSize size,
                 PictureOutput& output) {
    write_and_warn_of(options, panel, {marks_of(panel.cells)}, size, output);
}

void write_panel(const RenderOptions& options, const PlotsPanel& panel, FrameSize size,
                 PictureOutput& output) {
    MarksOfPictures marks;
    for (const PlotData& plot : panel.plots)
        marks.push_back(marks_of(plot));
    write_and_warn_of(options, panel, marks, size, output);
}

} // namespace hitmap
