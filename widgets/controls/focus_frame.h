#pragma once

#include <QtWidgets/QWidget>

class QHBoxLayout;
class QPainter;

namespace hitmap {

/// Draws a ring inside the border of a rectangle, two pixels wide, in focus_colour(): a control in it has the
/// keyboard.
void draw_focus_ring(QPainter& painter, const QRect& around, const QPalette& palette);

/// For the end of the paintEvent() of a widget that draws itself: draws the frame around it if it has the
/// keyboard. Beside the ring is a line in the colour of the background, so that the frame stands out from any
/// picture. Pictures for files are drawn without the widget, and do not have it.
void draw_focus_frame(QPainter& painter, const QWidget& widget);

/// Draws the ring over the border of an item view while that has the keyboard: its current row looks the same
/// with and without. A child of the view, which lets the mouse through.
class FocusOutline : public QWidget {
    Q_OBJECT
public:
    explicit FocusOutline(QWidget& view);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

/// Draws the frame around a view that cannot do so itself, since OpenGL draws it. The frame has a place of
/// its own beside the view, so that its coming and going costs no picture.
class FocusHolder : public QWidget {
    Q_OBJECT
public:
    explicit FocusHolder(QWidget* parent = nullptr);

    /// Adds a view and takes ownership. Of several, one is visible.
    /// @param draws  the frame, while the view has the keyboard
    void hold(QWidget& view, bool draws = true);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] bool has_focused_view() const;

    QHBoxLayout* views_;
    QList<QWidget*> framed_; ///< views whose frame is drawn
};

} // namespace hitmap
