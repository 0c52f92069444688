#include "widgets/start/start_card.h"

#include "widgets/controls/contrast_style.h"
#include "widgets/start/start_picture.h"

#include <QtGui/QPainter>

#include <cmath>
#include <utility>

namespace hitmap {

namespace {

constexpr int card_margin = 8;
constexpr int usual_card_width = 240;
constexpr int least_card_width = 120;
constexpr qreal card_corner = 4.0;

} // namespace

StartCard::StartCard(QString spec, QString name, QString line, Line form, QWidget* parent)
    : QPushButton(parent),
      spec_(std::move(spec)),
      name_(std::move(name)),
      line_(std::move(line)),
      form_(form) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred, QSizePolicy::PushButton);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAttribute(Qt::WA_Hover);
    setToolTip(spec_);
    setAccessibleName(name_);
    setAccessibleDescription(line_);
}

void StartCard::set_picture(const QImage& picture) {
    picture_ = picture;
    scaled_ = {};
    update();
}

QFont StartCard::name_font() const {
    QFont bold = font();
    bold.setBold(true);
    return bold;
}

QRect StartCard::picture_area(int width) const {
    const int wide = width - 2 * card_margin;
    return {card_margin, card_margin, wide, wide * 9 / 16};
}

QRect StartCard::line_area(int width) const {
    const QRect picture = picture_area(width);
    const int top = picture.bottom() + 1 + card_margin + QFontMetrics(name_font()).height() + 2;
    const QFontMetrics metrics = fontMetrics();
    const int height =
        form_ == Line::elided
            ? metrics.height()
            : metrics.boundingRect(0, 0, picture.width(), 1000, Qt::TextWordWrap, line_).height();
    return {picture.x(), top, picture.width(), height};
}

int StartCard::heightForWidth(int width) const {
    return line_area(width).bottom() + 1 + card_margin;
}

QSize StartCard::sizeHint() const {
    return {usual_card_width, heightForWidth(usual_card_width)};
}

QSize StartCard::minimumSizeHint() const {
    return {least_card_width, 0};
}

void StartCard::draw_ground(QPainter& painter) const {
    const QColor base = palette().color(QPalette::Base);
    const QColor accent = palette().color(QPalette::Highlight);
    const double strength = isDown() ? 0.25 : underMouse() ? 0.1 : 0.0;
    const bool is_focused = hasFocus();
    const qreal pen = is_focused ? 2.5 : 1.0;
    painter.setPen(
        {is_focused ? focus_colour(palette()) : blended(base, palette().color(QPalette::Text), 0.3), pen});
    painter.setBrush(blended(base, accent, strength));
    painter.drawRoundedRect(QRectF(rect()).adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2), card_corner,
                            card_corner);
}

void StartCard::draw_picture(QPainter& painter) {
    const QRect area = picture_area(width());
    if (picture_.isNull()) {
        draw_placeholder(painter, area, spec_, palette());
        return;
    }
    const QSize pixels = area.size() * devicePixelRatioF();
    if (scaled_.size() != pixels) {
        // Pictures have the proportions of their place, up to a rounded pixel.
        scaled_ =
            QPixmap::fromImage(picture_.scaled(pixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
        scaled_.setDevicePixelRatio(devicePixelRatioF());
    }
    painter.drawPixmap(area.topLeft(), scaled_);
}

void StartCard::draw_texts(QPainter& painter) const {
    const QRect line = line_area(width());
    painter.setPen(palette().color(QPalette::Text));
    painter.setFont(name_font());
    const int name_height = painter.fontMetrics().height();
    painter.drawText(QRect(line.x(), line.y() - 2 - name_height, line.width(), name_height),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(name_, Qt::ElideMiddle, line.width()));
    painter.setFont(font());
    if (form_ == Line::elided)
        painter.drawText(line, Qt::AlignLeft | Qt::TextSingleLine,
                         painter.fontMetrics().elidedText(line_, Qt::ElideMiddle, line.width()));
    else
        painter.drawText(line, Qt::AlignLeft | Qt::TextWordWrap, line_);
}

void StartCard::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    draw_ground(painter);
    draw_picture(painter);
    draw_texts(painter);
}

} // namespace hitmap
