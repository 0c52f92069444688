#pragma once

#include <QtWidgets/QWidget>

namespace hitmap {

/// Two ends on one line of whole numbers. Drag an end, or what is between them to move both. Left and Right
/// move the upper end, with Ctrl the lower one, with Shift both.
class RangeSlider : public QWidget {
    Q_OBJECT
public:
    explicit RangeSlider(QWidget* parent = nullptr);

    void set_limits(int smallest, int largest);
    /// Silent. Brought into the limits.
    void set_range(int first, int last);
    [[nodiscard]] int first() const { return first_; }
    [[nodiscard]] int last() const { return last_; }
    /// Where a value is on the line.
    [[nodiscard]] QPoint place_of(int value) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// By a person.
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
    int grip_value_ = 0; ///< where it was taken
    int grip_first_ = 0;
    int grip_last_ = 0;
};

} // namespace hitmap
