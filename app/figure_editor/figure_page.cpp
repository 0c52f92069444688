#include "app/figure_editor/figure_page.h"

#include "widgets/controls/focus_frame.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

constexpr double page_margin = 12.0;  ///< around the page, in pixels
constexpr double least_region = 0.01; ///< shortest side of an inset's region, as a share

} // namespace

FigurePage::FigurePage(FigureDocument& document, FigureMaker& maker, QWidget* parent)
    : QWidget(parent), document_(document), maker_(maker) {
    setObjectName(QStringLiteral("figure_page"));
    setAccessibleName(tr("Preview of the figure"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(200, 160);
    connect(&maker_, &FigureMaker::made, this, QOverload<>::of(&QWidget::update));
    connect(&document_, &FigureDocument::selection_changed, this, QOverload<>::of(&QWidget::update));
}

QRectF FigurePage::page() const {
    if (!maker_.picture()) return {};
    const CanvasPoint size = maker_.picture()->layout.size;
    const QRectF space = QRectF(rect()).adjusted(page_margin, page_margin, -page_margin, -page_margin);
    const double scale = std::min(space.width() / size.x, space.height() / size.y);
    const QSizeF shown(scale * size.x, scale * size.y);
    return {space.left() + 0.5 * (space.width() - shown.width()), space.top(), shown.width(), shown.height()};
}

double FigurePage::points_to_widget() const {
    return maker_.picture() ? page().width() / maker_.picture()->layout.size.x : 1.0;
}

int FigurePage::page_width() const {
    const double width = maker_.picture() ? page().width() : this->width() - 2.0 * page_margin;
    return std::max(1, static_cast<int>(std::lround(width * devicePixelRatioF())));
}

QRectF FigurePage::place_of(std::size_t panel) const {
    if (!maker_.picture() || panel >= maker_.picture()->layout.panels.size()) return {};
    const FigureArea& area = maker_.picture()->layout.panels[panel];
    const double scale = points_to_widget();
    const QPointF corner = page().topLeft();
    return {corner.x() + scale * area.left, corner.y() + scale * area.top, scale * area.width,
            scale * area.height};
}

QRectF FigurePage::selected() const {
    if (!maker_.picture()) return {};
    const auto number = panel_at(maker_.picture()->figure, document_.place());
    return number ? place_of(*number) : QRectF();
}

std::optional<std::size_t> FigurePage::panel_under(const QPointF& position) const {
    if (!maker_.picture()) return std::nullopt;
    for (std::size_t i = 0; i < maker_.picture()->layout.panels.size(); ++i)
        if (place_of(i).contains(position)) return i;
    return std::nullopt;
}

void FigurePage::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Mid));
    if (!maker_.picture()) {
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(
            rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap,
            document_.is_empty()
                ? tr("The figure is empty.\n\nFigure > Add … in the window of the recordings adds "
                     "what a pane shows; Figure > From the Open Panes makes a matrix of them.")
                : tr("The figure is being made …"));
        draw_focus_frame(painter, *this);
        return;
    }
    const QRectF area = page();
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(area, maker_.picture()->image);
    painter.setPen(QPen(palette().color(QPalette::Dark), 1.0));
    painter.drawRect(area);
    if (const QRectF mark = selected(); !mark.isEmpty()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2.0));
        painter.drawRect(mark.adjusted(-2, -2, 2, 2));
    }
    if (drag_) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1.0, Qt::DashLine));
        painter.drawRect(drag_->normalized());
    }
    draw_focus_frame(painter, *this);
}

void FigurePage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    Q_EMIT page_resized();
}

void FigurePage::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    if (const auto panel = panel_under(event->localPos())) {
        const FigurePanel& under = maker_.picture()->figure.panels[*panel];
        document_.select({under.row, under.column});
    }
    drag_ = QRectF(event->localPos(), QSizeF());
}

void FigurePage::mouseMoveEvent(QMouseEvent* event) {
    if (!drag_) return;
    drag_->setBottomRight(event->localPos());
    update();
}

void FigurePage::mouseReleaseEvent(QMouseEvent* event) {
    if (!drag_ || event->button() != Qt::LeftButton) return;
    drag_->setBottomRight(event->localPos());
    const QRectF drawn = drag_->normalized();
    drag_.reset();
    update();
    const QRectF panel = selected();
    const QRectF part = drawn.intersected(panel);
    const bool is_drag = std::max(drawn.width(), drawn.height()) >= QApplication::startDragDistance();
    const FigurePanel* const chosen = document_.panel();
    if (!is_drag || chosen == nullptr || chosen->kind != FigurePanelKind::mesh || part.isEmpty()) return;
    const FigureRegion region{(part.left() - panel.left()) / panel.width(),
                              (part.top() - panel.top()) / panel.height(), part.width() / panel.width(),
                              part.height() / panel.height()};
    if (region.width >= least_region && region.height >= least_region) Q_EMIT region_drawn(region);
}

void FigurePage::keyPressEvent(QKeyEvent* event) {
    FigurePlace place = document_.place();
    switch (event->key()) {
    case Qt::Key_Left:
        place.column -= place.column > 0 ? 1 : 0;
        break;
    case Qt::Key_Right:
        ++place.column;
        break;
    case Qt::Key_Up:
        place.row -= place.row > 0 ? 1 : 0;
        break;
    case Qt::Key_Down:
        ++place.row;
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    document_.select(place);
}

} // namespace hitmap
