#pragma once

#include "app/figure_editor/figure_document.h"

#include <QtWidgets/QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;

namespace hitmap {

/// The settings of the selected panel. Fields of other kinds than its own are hidden.
class PanelForm : public QWidget {
    Q_OBJECT
public:
    /// @param document  must outlive the form
    explicit PanelForm(FigureDocument& document, QWidget* parent = nullptr);

private:
    void add_source_fields();
    void add_value_fields();
    void add_range_fields();
    void add_text_fields();
    void add_place_fields();
    void change_frames(const std::function<void(FrameRange&)>& edit);
    void show_panel();
    void show_sources(const FigurePanel& panel);
    void show_view(const FigurePanel& panel);
    void show_fields(const FigurePanel& panel);
    bool eventFilter(QObject* watched, QEvent* event) override;

    FigureDocument& document_;
    QFormLayout* form_;
    QWidget* fields_; ///< all fields; hidden where there is no panel
    QLabel* nothing_; ///< in their place
    QComboBox* kind_ = nullptr;
    QComboBox* recording_ = nullptr;
    QComboBox* cache_ = nullptr;
    QComboBox* compare_ = nullptr; ///< nothing, then each recording with each cache
    QComboBox* metric_ = nullptr;
    QComboBox* pixel_metric_ = nullptr;
    QComboBox* plot_ = nullptr;
    QComboBox* table_ = nullptr;
    QSpinBox* frames_ = nullptr;
    QSpinBox* frame_ = nullptr;
    QComboBox* range_ = nullptr;
    QDoubleSpinBox* lowest_ = nullptr;
    QDoubleSpinBox* highest_ = nullptr;
    QPlainTextEdit* text_ = nullptr;
    QLineEdit* caption_ = nullptr;
    QCheckBox* letter_ = nullptr;
    QDoubleSpinBox* aspect_ = nullptr;
    QSpinBox* rows_ = nullptr;
    QSpinBox* columns_ = nullptr;
};

} // namespace hitmap
