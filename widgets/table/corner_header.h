#pragma once

#include <QtWidgets/QWidget>

class QTableView;

namespace hitmap {

/// The heading of the first column of a table that shows this column beside its rows: a click sorts by it,
/// and the indicator tells that it does. Lies where the table's headers meet.
class CornerHeader : public QWidget {
    Q_OBJECT
public:
    /// @param view  whose corner it covers, and its parent
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
