#pragma once

#include <QtWidgets/QProxyStyle>

namespace hitmap {

/// Contrast of two colours according to WCAG 2, 1 to 21.
[[nodiscard]] double contrast_of(const QColor& a, const QColor& b);

/// Returns the colour of text on a ground of this colour: black or white, whichever has more contrast.
[[nodiscard]] QColor black_or_white_on(const QColor& ground);

/// Returns the colour between two others, without transparency.
/// @param share  0: `from`; 1: `to`
[[nodiscard]] QColor blended(const QColor& from, const QColor& to, double share);

/// Returns the colour of a focus ring for a window with this palette: the highlight colour, made lighter or
/// darker until its contrast is at least 3.
[[nodiscard]] QColor focus_colour(const QPalette& palette);

/// Returns the colour of the outline of a check box for a window with this palette: between the window and
/// its text, with a contrast of at least 3.
[[nodiscard]] QColor outline_colour(const QPalette& palette);

/// The style of the desktop with focus rings that are two pixels wide and visible on light and dark colours,
/// with check boxes whose outlines are visible, with dock buttons in the colour of the text beside them, and
/// with arrows of tab bars that Tab passes over.
class ContrastStyle : public QProxyStyle {
    Q_OBJECT
public:
    using QProxyStyle::QProxyStyle;

    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    [[nodiscard]] QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                                     const QWidget* widget) const override;
};

} // namespace hitmap
