#pragma once

#include "app/figure_editor/figure_document.h"

#include <QtWidgets/QWidget>

class QDoubleSpinBox;
class QLineEdit;

namespace hitmap {

/// Names and sizes of the row and the column of the selected place.
class TrackForm : public QWidget {
    Q_OBJECT
public:
    /// @param document  must outlive the form
    explicit TrackForm(FigureDocument& document, QWidget* parent = nullptr);

private:
    /// The fields of a row or of a column.
    struct Fields {
        QLineEdit* name;
        QDoubleSpinBox* size;
    };
    [[nodiscard]] Fields make_fields(FigureAxis axis);
    void change(FigureAxis axis, const std::function<void(FigureTrack&)>& edit);
    void show_figure();

    FigureDocument& document_;
    Fields row_;
    Fields column_;
};

} // namespace hitmap
