#pragma once

#include <QtWidgets/QProxyStyle>

namespace hitmap {

/// Contrast of two colours as WCAG 2 defines it, 1 to 21.
[[nodiscard]] double contrast_of(const QColor& a, const QColor& b);

/// The colour of a focus ring on a window of this palette: its highlight, made lighter or darker until it
/// stands out by a contrast of 3 or more.
[[nodiscard]] QColor focus_colour(const QPalette& palette);

/// The style of the desktop with focus rings that are two pixels wide and stand out in light and dark
/// colours, and with buttons of docks in the colour of the text beside them.
class ContrastStyle : public QProxyStyle {
    Q_OBJECT
public:
    using QProxyStyle::QProxyStyle;

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    [[nodiscard]] QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                                     const QWidget* widget) const override;
};

} // namespace hitmap
