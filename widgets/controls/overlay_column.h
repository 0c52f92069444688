#pragma once

#include <QtWidgets/QWidget>

namespace hitmap {

/// Rows over the lower end of another widget, which keeps its size: messages and progress that come and go.
/// As high as the rows that are shown, and gone where there are none.
class OverlayColumn : public QWidget {
    Q_OBJECT
public:
    /// @param under  the parent, over which the rows lie
    explicit OverlayColumn(QWidget& under);

    /// Below the rows before it; from then on a row of this.
    void add_row(QWidget& row);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
};

} // namespace hitmap
