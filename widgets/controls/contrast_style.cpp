#include "widgets/controls/contrast_style.h"

#include "widgets/controls/focus_frame.h"

#include <QtGui/QIconEngine>
#include <QtGui/QPainter>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QAbstractSpinBox>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QStyleOption>
#include <QtWidgets/QTabBar>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

constexpr double least_contrast = 3.0; // WCAG 2.1, section 1.4.11, for controls

double luminance(const QColor& colour) {
    const auto linear = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

void draw_outline(QPainter& painter, const QRect& around, const QPalette& palette) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen({outline_colour(palette), 1.0});
    painter.drawRoundedRect(QRectF(around).adjusted(0.5, 0.5, -0.5, -0.5), 1, 1);
    painter.restore();
}

/// An icon of a dock's title bar, painted in the current text colour.
class TitleIcon : public QIconEngine {
public:
    enum class Sign : bool { close, detach };
    explicit TitleIcon(Sign sign) : sign_(sign) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(QRectF(rect).center());
        const qreal unit = std::min(rect.width(), rect.height()) / 16.0;
        painter->scale(unit, unit);
        painter->setPen({QApplication::palette().color(group, QPalette::WindowText), 1.6});
        if (sign_ == Sign::close) {
            painter->drawLine(QPointF(-4, -4), QPointF(4, 4));
            painter->drawLine(QPointF(-4, 4), QPointF(4, -4));
        } else {
            painter->drawRect(QRectF(-5, -2, 7, 7));
            painter->drawPolyline(QPolygonF({{-2, -2}, {-2, -5}, {5, -5}, {5, 2}, {2, 2}}));
        }
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }
    [[nodiscard]] QIconEngine* clone() const override { return new TitleIcon(*this); }

private:
    Sign sign_;
};

} // namespace

double contrast_of(const QColor& a, const QColor& b) {
    const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
    return (light + 0.05) / (dark + 0.05);
}

QColor black_or_white_on(const QColor& ground) {
    return contrast_of(ground, Qt::white) > contrast_of(ground, Qt::black) ? Qt::white : Qt::black;
}

QColor blended(const QColor& from, const QColor& to, double share) {
    const auto mix = [&](int a, int b) { return static_cast<int>(std::lround(a + share * (b - a))); };
    return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

QColor focus_colour(const QPalette& palette) {
    const QColor window = palette.color(QPalette::Window);
    const QColor base = palette.color(QPalette::Base);
    QColor ring = palette.color(QPalette::Highlight);
    const bool is_dark = window.lightness() < 128;
    constexpr int steps = 20;
    for (int i = 0; i < steps; ++i) {
        if (std::min(contrast_of(ring, window), contrast_of(ring, base)) >= least_contrast) break;
        const int lightness = std::clamp(ring.lightness() + (is_dark ? 12 : -12), 0, 255);
        ring.setHsl(ring.hslHue(), ring.hslSaturation(), lightness);
    }
    return ring;
}

QColor outline_colour(const QPalette& palette) {
    const QColor window = palette.color(QPalette::Window);
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::WindowText);
    constexpr int steps = 20;
    for (int i = 1; i < steps; ++i) {
        const QColor outline = blended(window, text, static_cast<double>(i) / steps);
        if (std::min(contrast_of(outline, window), contrast_of(outline, base)) >= least_contrast)
            return outline;
    }
    return text;
}

void ContrastStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    // The arrow keys reach all tabs, so that the arrows beside them would only be in the way of Tab.
    if (qobject_cast<QAbstractButton*>(widget) != nullptr &&
        qobject_cast<QTabBar*>(widget->parentWidget()) != nullptr)
        widget->setFocusPolicy(Qt::NoFocus);
    const bool is_view = qobject_cast<QAbstractItemView*>(widget) != nullptr &&
                         qobject_cast<QHeaderView*>(widget) == nullptr &&
                         !widget->window()->inherits("QComboBoxPrivateContainer");
    if (is_view && widget->findChild<FocusOutline*>(QString(), Qt::FindDirectChildrenOnly) == nullptr)
        new FocusOutline(*widget); // its parent owns it
}

void ContrastStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                  const QWidget* widget) const {
    if (element == PE_FrameFocusRect) {
        if (option->state.testFlag(State_KeyboardFocusChange))
            draw_focus_ring(*painter, option->rect, option->palette);
        return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    // Controls that are disabled may be faint. Check boxes of lists are drawn as these, too.
    if (element == PE_IndicatorCheckBox && option->state.testFlag(State_Enabled))
        draw_outline(*painter, option->rect, option->palette);
    // The focus ring belongs to the spin box or editable combo box, not to the text field inside.
    const bool is_part =
        widget != nullptr && (qobject_cast<QAbstractSpinBox*>(widget->parentWidget()) != nullptr ||
                              qobject_cast<QComboBox*>(widget->parentWidget()) != nullptr);
    if (element == PE_PanelLineEdit && option->state.testFlag(State_HasFocus) && !is_part)
        draw_focus_ring(*painter, option->rect, option->palette);
}

void ContrastStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                       QPainter* painter, const QWidget* widget) const {
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if ((control == CC_ComboBox || control == CC_SpinBox) && option->state.testFlag(State_HasFocus))
        draw_focus_ring(*painter, option->rect, option->palette);
}

QIcon ContrastStyle::standardIcon(StandardPixmap icon, const QStyleOption* option,
                                  const QWidget* widget) const {
    switch (icon) {
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
        return QIcon(new TitleIcon(TitleIcon::Sign::close));
    case SP_TitleBarNormalButton:
        return QIcon(new TitleIcon(TitleIcon::Sign::detach));
    default:
        return QProxyStyle::standardIcon(icon, option, widget);
    }
}

} // namespace hitmap
