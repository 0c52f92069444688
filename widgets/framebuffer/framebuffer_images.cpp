#include "widgets/framebuffer/framebuffer_images.h"

#include "core/raytracer/shaded_picture.h"
#include "core/trace/model/element_kind.h"
#include "render/picture/panels.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace hitmap {

namespace {

/// Converts a framebuffer of the file with 4 bytes per pixel: red, green, blue, ignored.
QImage recorded_image(const OpenRecording& recording, const QSize& size) {
    const auto& allocations = recording.info().allocations;
    for (std::uint32_t i = 0; i < allocations.size(); ++i) {
        const Allocation& allocation = allocations[i];
        if (allocation.role != Role::framebuffer || allocation.element_bytes != 4 || allocation.stride != 4)
            continue;
        const auto bytes = recording.file->read_contents(AllocationIndex(i));
        QImage image(size, QImage::Format_RGBX8888);
        const auto row = static_cast<std::size_t>(size.width()) * 4;
        if (bytes.size() < row * static_cast<std::size_t>(size.height())) continue;
        for (int y = 0; y < size.height(); ++y)
            std::memcpy(image.scanLine(y), bytes.data() + row * static_cast<std::size_t>(y), row);
        return image;
    }
    return {};
}

} // namespace

QSize framebuffer_size(const OpenRecording& recording) {
    // The file is not trusted: larger pictures cannot be displayed.
    constexpr std::uint32_t longest = 65'536;
    constexpr std::uint64_t largest = std::uint64_t{1} << 28;
    if (recording.scene == nullptr) return {};
    const RecordedScene& scene = *recording.scene;
    if (scene.width == 0 || scene.height == 0 || scene.width > longest || scene.height > longest ||
        std::uint64_t{scene.width} * scene.height > largest)
        return {};
    return {static_cast<int>(scene.width), static_cast<int>(scene.height)};
}

std::shared_ptr<const std::vector<float>> pixel_orders(const FrameValues& values, const QSize& framebuffer) {
    const auto& orders = values.kinds[pixel_kind].values;
    // The allocation may be longer than the picture.
    const auto cells =
        static_cast<std::size_t>(framebuffer.width()) * static_cast<std::size_t>(framebuffer.height());
    return framebuffer.isEmpty() || orders == nullptr || orders->size() < cells ? nullptr : orders;
}

QImage order_image(const std::vector<float>& orders, const QSize& framebuffer, const ColourMap& map,
                   const JobContext& job) {
    QImage cells(framebuffer, QImage::Format_ARGB32_Premultiplied);
    const auto width = static_cast<std::size_t>(framebuffer.width());
    for (int y = 0; y < framebuffer.height(); ++y) {
        job.check();
        const float* row = orders.data() + static_cast<std::size_t>(y) * width;
        std::transform(row, row + width, reinterpret_cast<QRgb*>(cells.scanLine(y)), [&map](float order) {
            if (std::isnan(order)) return qRgba(0, 0, 0, 0);
            const Rgb colour = map.at(order);
            return qRgb(colour.r, colour.g, colour.b);
        });
    }
    return cells;
}

StackImage stack_image(const RecordedScene& scene, const StackTraffic& stack, const ColourMap& map,
                       const JobContext& job) {
    FramebufferPanel panel = stack_framebuffer_of(scene, stack, job);
    for (float& value : panel.values)
        value = std::min(value / panel.top, 1.0F); // keeps NaN
    const QSize size(static_cast<int>(scene.width), static_cast<int>(scene.height));
    return {order_image(panel.values, size, map, job), static_cast<double>(panel.top),
            !panel.words.high.empty()};
}

RenderedImage rendered_image(const OpenRecording& recording, const JobContext& job) {
    const QSize size = framebuffer_size(recording);
    if (size.isEmpty()) return {};
    const QImage recorded = recorded_image(recording, size);
    if (!recorded.isNull()) return {recorded, true};
    const RecordedScene& scene = *recording.scene;
    if (scene.cameras.empty() || scene.face_slots.empty()) return {};
    const Picture picture = shaded_picture(scene, recording.camera, scene.width, scene.height, job);
    const QImage image(reinterpret_cast<const uchar*>(picture.pixels.data()), size.width(), size.height(),
                       size.width() * 4, QImage::Format_RGBX8888);
    return {image.copy(), false};
}

} // namespace hitmap
