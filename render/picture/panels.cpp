#include "render/picture/panels.h"

#include "core/base/error.h"
#include "render/image/colour_vision_canvas.h"
#include "render/picture/address_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace hitmap {
namespace {

void check_size(FrameSize size) {
    if (size.width < 200 || size.height < 150 || size.width > 32767 || size.height > 32767) {
        throw UsageError(
            fmt::format("a panel has 200x150 to 32767x32767 pixels, not {}x{}", size.width, size.height));
    }
}

template <class Panel>
void draw_styled(Canvas& canvas, FrameSize size, const Panel& panel, const PictureStyle& style) {
    ColourVisionCanvas seen(canvas, style.vision);
    if (!style.transparent)
        seen.rectangle({0, 0}, {static_cast<double>(size.width), static_cast<double>(size.height)},
                       style.background);
    draw_panel(seen, size, panel);
}

} // namespace

FramebufferPanel framebuffer_of(const RecordedScene& scene, const Profile& profile, TimeWindow window,
                                const JobContext& job) {
    FramebufferPanel panel;
    panel.width = scene.width;
    panel.height = scene.height;
    profile.values(window, pixel_kind, "access-order"_metric, panel.values, job);
    const std::uint64_t cells = std::uint64_t{panel.width} * panel.height;
    if (cells == 0 || panel.values.size() < cells)
        throw Error("the recording has no framebuffer of a known size");
    return panel;
}

FramebufferPanel stack_framebuffer_of(const RecordedScene& scene, const StackTraffic& stack,
                                      const JobContext& job) {
    FramebufferPanel panel;
    panel.width = scene.width;
    panel.height = scene.height;
    // The size in a file may be wrong, and each pixel takes a few dozen bytes of memory.
    constexpr std::uint64_t most_cells = std::uint64_t{1} << 28;
    const std::uint64_t cells = std::uint64_t{panel.width} * panel.height;
    if (cells == 0 || cells > most_cells) throw Error("the recording has no framebuffer of a known size");
    panel.words = {"Stack sectors", "", "", "none", "stack_sectors"};
    std::vector<float> some;
    for (const StackSums& pixel : stack.pixels(cells)) {
        const bool any = pixel.sectors != 0;
        panel.values.push_back(any ? static_cast<float>(static_cast<double>(pixel.sectors) / StackSums::unit)
                                   : std::numeric_limits<float>::quiet_NaN());
        if (any) some.push_back(panel.values.back());
    }
    job.check();
    if (some.empty()) return panel;
    // The top of the scale is the 99th percentile.
    const auto place = some.begin() + static_cast<std::ptrdiff_t>((some.size() * 99 + 99) / 100 - 1);
    std::nth_element(some.begin(), place, some.end());
    panel.top = *place;
    if (*std::max_element(some.begin(), some.end()) > panel.top) panel.words.high = "or more";
    return panel;
}

template <class Panel>
Image panel_image(const Panel& panel, FrameSize size, const PictureStyle& style) {
    check_size(size);
    Image image(size);
    ImageCanvas canvas(size);
    draw_styled(canvas, size, panel, style);
    canvas.finish(image);
    return image;
}

template <class Panel>
std::string panel_svg(const Panel& panel, FrameSize size, const PictureStyle& style) {
    check_size(size);
    SvgCanvas canvas(size);
    draw_styled(canvas, size, panel, style);
    return canvas.finish();
}

template Image panel_image(const FramebufferPanel&, FrameSize, const PictureStyle&);
template Image panel_image(const PlotsPanel&, FrameSize, const PictureStyle&);
template Image panel_image(const AddressPanel&, FrameSize, const PictureStyle&);
template std::string panel_svg(const FramebufferPanel&, FrameSize, const PictureStyle&);
template std::string panel_svg(const PlotsPanel&, FrameSize, const PictureStyle&);
template std::string panel_svg(const AddressPanel&, FrameSize, const PictureStyle&);

} // namespace hitmap
