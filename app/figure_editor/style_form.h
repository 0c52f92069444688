#pragma once

#include "app/figure_editor/figure_document.h"

#include <QtWidgets/QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;

namespace hitmap {

/// The settings of the whole figure: its size, fonts and lines, colour ranges, and what LaTeX needs.
class StyleForm : public QWidget {
    Q_OBJECT
public:
    /// @param document  must outlive the form
    explicit StyleForm(FigureDocument& document, QWidget* parent = nullptr);

private:
    void add_sizes(QFormLayout& form);
    void add_texts(QFormLayout& form);
    void show_figure();

    FigureDocument& document_;
    QDoubleSpinBox* width_ = nullptr;
    QDoubleSpinBox* dpi_ = nullptr;
    QLineEdit* font_ = nullptr;
    QDoubleSpinBox* font_size_ = nullptr;
    QDoubleSpinBox* line_width_ = nullptr;
    QDoubleSpinBox* gap_ = nullptr;
    QCheckBox* letters_ = nullptr;
    QComboBox* ranges_ = nullptr;
    QLineEdit* caption_ = nullptr;
    QLineEdit* label_ = nullptr;
};

} // namespace hitmap
