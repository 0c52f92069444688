#include "widgets/framebuffer/pixel_text.h"

#include "core/profile/sums/stack_traffic.h"
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

} // namespace hitmap
