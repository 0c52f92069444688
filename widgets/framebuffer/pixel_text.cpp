#include "widgets/framebuffer/pixel_text.h"

#include "core/profile/sums/stack_traffic.h"
#include "render/picture/panels.h"
#include "render/view/colour_range.h"
#include "widgets/base/format.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

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

QString pixel_text(const QPoint& pixel, const PixelQuantity& quantity, const PixelTable& table) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("PixelText", text); };
    QStringList lines{tr("Pixel %1, %2").arg(pixel.x()).arg(pixel.y())};
    const std::size_t index =
        static_cast<std::size_t>(pixel.y()) * table.width + static_cast<std::size_t>(pixel.x());
    if (index >= table.pixels()) return lines.join(QLatin1Char('\n'));
    const PixelSums& sums = table.sums[index];
    if (sums.requests == 0) return (lines << tr("No requests in this frame")).join(QLatin1Char('\n'));
    const double value = pixel_value(quantity, table, index);
    lines += QStringLiteral("%1: %2").arg(
        text_of(quantity.title), std::isnan(value)
                                     ? QStringLiteral("–")
                                     : QString::fromStdString(value_label(value, value_style_of(quantity))));
    lines += tr("Its lanes in this frame: %1 requests with %2 active lanes, %3 element accesses")
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
    return lines.join(QLatin1Char('\n'));
}

} // namespace hitmap
