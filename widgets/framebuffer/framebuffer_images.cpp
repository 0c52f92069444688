#include "widgets/framebuffer/framebuffer_images.h"

#include "core/raytracer/shaded_picture.h"
#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <cmath>
#include <cstring>

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
        // Contents are those before the first launch: memory without a picture, unless a frame was rendered
        // before.
        if (std::ranges::all_of(bytes, [](std::uint8_t byte) { return byte == 0; })) continue;
        for (int y = 0; y < size.height(); ++y)
            std::memcpy(image.scanLine(y), bytes.data() + row * static_cast<std::size_t>(y), row);
        return image;
    }
    return {};
}

} // namespace

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

CellImage coloured_cells(const std::vector<float>& values, const QSize& size, const ColourRange& range,
                         const ColourMap& map, const JobContext& job) {
    CellImage image{QImage(size, QImage::Format_ARGB32_Premultiplied), {}, {}, {}};
    const auto pattern = [&](QImage& mask) -> QImage& {
        if (mask.isNull()) {
            mask = QImage(size, QImage::Format_ARGB32_Premultiplied);
            mask.fill(Qt::transparent);
        }
        return mask;
    };
    const auto width = static_cast<std::size_t>(size.width());
    for (int y = 0; y < size.height(); ++y) {
        job.check();
        const float* const row = values.data() + static_cast<std::size_t>(y) * width;
        auto* const cells = reinterpret_cast<QRgb*>(image.cells.scanLine(y)); // NOLINT: pixels of QImage
        for (std::size_t x = 0; x < width; ++x) {
            cells[x] = qRgba(0, 0, 0, 0);
            if (std::isfinite(row[x])) {
                const Rgb colour = map.at(std::clamp(range.normalised(row[x]), 0.0F, 1.0F));
                cells[x] = qRgb(colour.r, colour.g, colour.b);
            } else if (std::isinf(row[x])) {
                QImage& mask = pattern(row[x] > 0.0F ? image.only_b : image.only_a);
                mask.setPixel(static_cast<int>(x), y, qRgb(0, 0, 0));
            }
        }
    }
    return image;
}

RenderedImage rendered_image(const OpenRecording& recording, const JobContext& job) {
    const QSize size = framebuffer_size(recording);
    if (size.isEmpty()) return {};
    const QImage recorded = recorded_image(recording, size);
    if (!recorded.isNull()) return {recorded, true};
    const RecordedScene& scene = *recording.scene;
    if (scene.cameras.empty() || scene.face_slots.empty()) return {};
    const RecordedNormals normals = recording.file->read_normals(scene, job);
    const Picture picture = shaded_picture(scene, normals, recording.camera, scene.width, scene.height, job);
    const QImage image(reinterpret_cast<const uchar*>(picture.pixels.data()), size.width(), size.height(),
                       size.width() * 4, QImage::Format_RGBX8888);
    return {image.copy(), false};
}

} // namespace hitmap
