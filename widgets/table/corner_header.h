#pragma once

#include <QtWidgets/QWidget>

class QTableView;

namespace hitmap {

/// The heading of the row names of a table, placed in its upper left corner. A click sorts by the names, and
/// an indicator shows the order.
class CornerHeader : public QWidget {
    Q_OBJECT
public:
    /// @param view  the table; it becomes the parent
    explicit CornerHeader(QTableView& view);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void place();
    [[nodiscard]] bool sorts() const;

    QTableView& view_;
    bool pressed_ = false;
};

} // namespace hitmap
