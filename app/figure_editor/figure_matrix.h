#pragma once

#include "app/figure_editor/figure_document.h"

#include <QtWidgets/QTableWidget>

namespace hitmap {

/// The matrix of a figure as a table: the current cell is the selected place.
class FigureMatrixView : public QTableWidget {
    Q_OBJECT
public:
    /// @param document  must outlive the widget
    explicit FigureMatrixView(FigureDocument& document, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return {320, 150}; }

private:
    void show_figure();
    void show_place();

    FigureDocument& document_;
};

} // namespace hitmap
