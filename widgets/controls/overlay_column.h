#pragma once

#include <QtWidgets/QWidget>

namespace hitmap {

/// Rows over the lower end of another widget, which keeps its size: for messages and progress bars that
/// appear temporarily. It is as high as its visible rows and hidden if there are none.
class OverlayColumn : public QWidget {
    Q_OBJECT
public:
    /// @param under  the parent, which the rows cover
    explicit OverlayColumn(QWidget& under);

    /// Adds a row below the others and takes ownership.
    void add_row(QWidget& row);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
};

} // namespace hitmap
