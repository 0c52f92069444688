#include "app/cli/render/render_pixels.h"

#include "app/cli/input/chosen_elements.h"
#include "core/profile/models/pixel_tables.h"

#include <utility>

namespace hitmap {

namespace {

std::shared_ptr<const WindowPixels> table_of_pixels(const RenderedSide& side, TimeWindow window,
                                                    std::shared_ptr<const ChosenElements> elements,
                                                    const JobContext& job) {
    return std::make_shared<const PixelTable>(make_pixel_table(
        *side.input.source, side.config, {side.only, std::move(elements)}, window, side.input.pool, job));
}

TimeWindow window_of_side(const RenderedSide& side, const FrameRange& frames) {
    return frame_range_window(side.input.file.info().positions(), frames);
}

} // namespace

std::shared_ptr<const WindowPixels> count_pixels(const RenderedSide& side, const FrameRange& frames,
                                                 const std::vector<ElementRange>& ranges,
                                                 const JobContext& job) {
    const TimeWindow window = window_of_side(side, frames);
    return table_of_pixels(side, window,
                           choose_elements(side.input, side.config, side.only, ranges, window, job), job);
}

PixelWindows::PixelWindows(const RenderedSide& side, std::vector<ElementRange> ranges, const JobContext& job)
    : side_(side), ranges_(std::move(ranges)), rays_(rays_for(ranges_, *side.input.source, job)) {
    if (depend_on_time(ranges_))
        profile_ = side_.simulate(job);
    else
        make_index(job);
}

void PixelWindows::make_index(const JobContext& job) {
    ModelInput& input = side_.input;
    const auto elements = choose_elements(input, {nullptr, rays_.get()}, ranges_, {}, job);
    try {
        index_ = make_pixel_index(*input.source, side_.config, {side_.only, elements},
                                  pixel_index_sizes(input.file.info()), input.pool, job);
    } catch (const PixelIndexTooLarge&) {
        index_ = nullptr;
    }
}

std::shared_ptr<const WindowPixels> PixelWindows::at(const FrameRange& frames, const JobContext& job) const {
    const TimeWindow window = window_of_side(side_, frames);
    if (index_ != nullptr) return std::make_shared<const IndexedPixels>(index_, window, side_.input.pool);
    return table_of_pixels(side_, window,
                           choose_elements(side_.input, {profile_.get(), rays_.get()}, ranges_, window, job),
                           job);
}

} // namespace hitmap
