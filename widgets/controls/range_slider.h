#pragma once

#include <QtWidgets/QWidget>

namespace hitmap {

/// A slider with two handles for a range of whole numbers. Dragging a handle moves one end, dragging between
/// them moves both. Left and Right move the upper end, with Ctrl the lower end, with Shift both.
class RangeSlider : public QWidget {
    Q_OBJECT
public:
    explicit RangeSlider(QWidget* parent = nullptr);

    void set_limits(int smallest, int largest);
    /// Emits no signal. Values are clamped to the limits.
    void set_range(int first, int last);
    [[nodiscard]] int first() const { return first_; }
    [[nodiscard]] int last() const { return last_; }
    /// Returns the position of a value.
    [[nodiscard]] QPoint place_of(int value) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Emitted if the user changed it.
    void range_edited(int first, int last);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Grip { none, first, last, both };
    [[nodiscard]] int value_at(int x) const;
    void edit(int first, int last);

    int smallest_ = 0;
    int largest_ = 0;
    int first_ = 0;
    int last_ = 0;
    Grip grip_ = Grip::none;
    int grip_value_ = 0; ///< value at the start of the drag
    int grip_first_ = 0;
    int grip_last_ = 0;
};

} // namespace hitmap
