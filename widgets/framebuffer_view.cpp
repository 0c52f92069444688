#include "widgets/framebuffer_view.h"

#include "core/trace/element_kind.h"
#include "render/colour_map.h"
#include "widgets/format.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

constexpr int margin = 6;

/// Pixels of the shown frame, or null where there are none that fill a framebuffer.
const std::vector<float>* pixel_orders(const Pane& pane) {
    if (pane.values() == nullptr || pane.recording() == nullptr) return nullptr;
    const auto& orders = pane.values()->kinds[pixel_kind].values;
    const RecordedScene& scene = *pane.recording()->scene;
    const std::uint64_t cells = std::uint64_t{scene.width} * scene.height;
    // A framebuffer may be longer than its picture, or the picture's size may not be known.
    if (cells == 0 || orders == nullptr || orders->size() < cells) return nullptr;
    return orders.get();
}

} // namespace

FramebufferView::FramebufferView(Pane& pane, QWidget* parent) : QWidget(parent), pane_(pane) {
    setObjectName(QStringLiteral("framebuffer_view"));
    setMouseTracking(true);
    setMinimumSize(120, 100);
    setAccessibleName(tr("Framebuffer: access order of pixels in the frame"));
    connect(&pane, &Pane::values_changed, this, &FramebufferView::update_cells);
    update_cells();
}

QSize FramebufferView::sizeHint() const {
    return {260, 220};
}

void FramebufferView::update_cells() {
    const std::vector<float>* orders = pixel_orders(pane_);
    if (orders == nullptr) {
        cells_ = {};
        update();
        return;
    }
    const auto width = static_cast<int>(pane_.recording()->scene->width);
    const auto height = static_cast<int>(pane_.recording()->scene->height);
    if (cells_.width() != width || cells_.height() != height) cells_ = {width, height, QImage::Format_RGB32};
    const ColourMap& map = colour_map_named(pane_.choices().view.colour_map);
    for (int y = 0; y < height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(cells_.scanLine(y));
        const float* row = orders->data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
        std::transform(row, row + width, line, [&map](float order) {
            const Rgb colour = std::isnan(order) ? not_accessed_colour : map.at(order);
            return qRgb(colour.r, colour.g, colour.b);
        });
    }
    update();
}

QRectF FramebufferView::target() const {
    const QSizeF room(std::max(1, width() - 2 * margin), std::max(1, height() - 2 * margin));
    const QSizeF size = QSizeF(cells_.size()).scaled(room, Qt::KeepAspectRatio);
    return {QPointF((width() - size.width()) / 2.0, (height() - size.height()) / 2.0), size};
}

void FramebufferView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    if (cells_.isNull()) {
        painter.setPen(palette().color(QPalette::Disabled, QPalette::WindowText));
        painter.drawText(
            rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
            pane_.recording() == nullptr ? tr("Nothing is open.")
                                         : tr("The recording has no framebuffer of a known size."));
        return;
    }
    const QRectF where = target();
    // Smaller than a cell a pixel: averaging keeps bands visible; larger: cells stay sharp.
    painter.setRenderHint(QPainter::SmoothPixmapTransform, where.width() < cells_.width());
    painter.drawImage(where, cells_);
}

std::optional<QPoint> FramebufferView::cell_at(const QPointF& position) const {
    const QRectF where = target();
    if (cells_.isNull() || !where.contains(position)) return std::nullopt;
    const int x = static_cast<int>((position.x() - where.left()) / where.width() * cells_.width());
    const int y = static_cast<int>((position.y() - where.top()) / where.height() * cells_.height());
    return QPoint(std::min(x, cells_.width() - 1), std::min(y, cells_.height() - 1));
}

void FramebufferView::mouseMoveEvent(QMouseEvent* event) {
    const auto cell = cell_at(event->localPos());
    const std::vector<float>* orders = pixel_orders(pane_);
    if (!cell || orders == nullptr) {
        QToolTip::hideText();
        return;
    }
    const float order =
        (*orders)[static_cast<std::size_t>(cell->y()) * static_cast<std::size_t>(cells_.width()) +
                  static_cast<std::size_t>(cell->x())];
    const QString text = std::isnan(order)
                             ? tr("Pixel %1, %2: not written in this frame").arg(cell->x()).arg(cell->y())
                             : tr("Pixel %1, %2: access order %3")
                                   .arg(cell->x())
                                   .arg(cell->y())
                                   .arg(static_cast<double>(order), 0, 'f', 4);
    QToolTip::showText(event->globalPos(), text, this);
}

} // namespace hitmap
