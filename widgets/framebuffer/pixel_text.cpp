#include "widgets/framebuffer/pixel_text.h"

#include "core/profile/sums/stack_traffic.h"
#include "render/picture/panels.h"
#include "render/view/colour_range.h"
#include "widgets/base/format.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace hitmap {

QString pixel_text(const QPoint& pixel, const QSize& framebuffer, const std::vector<float>* orders,
                   const Profile* profile) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("PixelText", text); };
    QStringList lines{tr("Pixel %1, %2").arg(pixel.x()).arg(pixel.y())};
    const std::size_t index =
        static_cast<std::size_t>(pixel.y()) * static_cast<std::size_t>(framebuffer.width()) +
        static_cast<std::size_t>(pixel.x());
    if (orders != nullptr && index < orders->size()) {
        const float order = (*orders)[index];
        lines += std::isnan(order)
                     ? tr("Not written in this frame")
                     : tr("Access order %1: last written when %2 of the frame had passed")
                           .arg(static_cast<double>(order), 0, 'f', 4)
                           .arg(QString::fromStdString(value_label(order, ValueStyle::percent)));
    }
    if (profile == nullptr) return lines.join(QLatin1Char('\n'));
    if (const auto* const sums = profile->pixel_sums(); sums != nullptr && index < sums->size()) {
        const ElementSums& own = (*sums)[index];
        lines += tr("Its rays, in the whole recording: %1 accesses").arg(count_text(own.accesses));
        lines += level_text(QStringLiteral("L1"), own.l1()) + QStringLiteral("   ") +
                 level_text(QStringLiteral("L2"), own.l2());
    }
    if (const StackTraffic* const traffic = profile->stack_traffic()) {
        const StackSums own = traffic->pixel(static_cast<std::uint32_t>(index));
        lines += tr("Their stack: %L1 sectors, hits L1 %2, L2 %3")
                     .arg(static_cast<double>(own.sectors) / static_cast<double>(StackSums::unit), 0, 'f', 1)
                     .arg(share_text(own.l1_hits, own.l1_lookups), share_text(own.l2_hits, own.l2_lookups));
    }
    return lines.join(QLatin1Char('\n'));
}

namespace {

QString translated_text(const char* text) {
    return QCoreApplication::translate("PixelText", text);
}

QString label_of_value(double value, ValueStyle style) {
    return std::isfinite(value) ? text_of(value_label(value, style)) : QStringLiteral("–");
}

/// The value of a pixel with the counts behind it.
QStringList counted_lines(const PixelQuantity& quantity, const WindowPixels& pixels, std::size_t index) {
    const PixelCounts counts = pixels.counts(index);
    const PixelSums& sums = counts.sums;
    if (sums.requests == 0) return {translated_text("No requests in this frame")};
    QStringList lines{QStringLiteral("%1: %2").arg(
        text_of(quantity.title),
        label_of_value(pixel_value(quantity, pixels, counts), value_style_of(quantity)))};
    lines += translated_text("Its lanes in this frame: %1 requests with %2 active lanes, %3 element accesses")
                 .arg(count_text(sums.requests), count_text(sums.active_lanes),
                      count_text(sums.accesses[0] + sums.accesses[1] + sums.accesses[2]));
    const auto level = [](std::uint64_t hits, std::uint64_t lookups) {
        LevelSums of_level;
        of_level.hits = hits;
        of_level.lookups = lookups;
        return of_level;
    };
    lines += level_text(QStringLiteral("L1"), level(sums.l1_hits, sums.l1_lookups)) + QStringLiteral("   ") +
             level_text(QStringLiteral("L2"), level(sums.l2_hits, sums.l2_lookups));
    return lines;
}

QStringList difference_lines_of(std::size_t index, const ImageValues& image) {
    const WantedImage& request = image.request;
    const ColourBarText text = bar_text_of(request);
    const auto value = static_cast<double>((*image.values)[index]);
    const Pattern pattern = std::isnan(value) ? Pattern::not_accessed
                            : value > 0.0     ? Pattern::only_b
                                              : Pattern::only_a;
    QStringList lines{QStringLiteral("%1: %2").arg(
        text_of(text.title), std::isfinite(value) ? text_of(value_label(value, text.style))
                                                  : text_of(pattern_text(pattern, true, text)))};
    for (const Side side : {Side::baseline, Side::compared}) {
        const WindowPixels& pixels = side == request.own ? *image.pixels : *image.other;
        for (const QString& line : counted_lines(*request.quantity, pixels, index))
            lines += QStringLiteral("%1: %2").arg(QLatin1Char(request.letters.of(side))).arg(line);
    }
    return lines;
}

QString pixel_line(const QPoint& pixel) {
    return translated_text("Pixel %1, %2").arg(pixel.x()).arg(pixel.y());
}

/// Returns the index of a pixel, or the number of pixels if there is no such pixel.
std::size_t index_in(const WindowPixels& pixels, const QPoint& pixel) {
    if (pixel.x() < 0 || pixel.y() < 0 || pixel.x() >= static_cast<int>(pixels.width)) return pixels.pixels();
    const std::size_t index =
        static_cast<std::size_t>(pixel.y()) * pixels.width + static_cast<std::size_t>(pixel.x());
    return std::min(index, pixels.pixels());
}

} // namespace

QString pixel_text(const QPoint& pixel, const PixelQuantity& quantity, const WindowPixels& pixels) {
    QStringList lines{pixel_line(pixel)};
    const std::size_t index = index_in(pixels, pixel);
    if (index < pixels.pixels()) lines += counted_lines(quantity, pixels, index);
    return lines.join(QLatin1Char('\n'));
}

QString pixel_text(const QPoint& pixel, const ImageValues& image) {
    if (!image.difference()) return pixel_text(pixel, *image.request.quantity, *image.pixels);
    QStringList lines{pixel_line(pixel)};
    const std::size_t index = index_in(*image.pixels, pixel);
    if (index < image.pixels->pixels()) lines += difference_lines_of(index, image);
    return lines.join(QLatin1Char('\n'));
}

} // namespace hitmap
