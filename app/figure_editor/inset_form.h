#pragma once

#include "app/figure_editor/figure_document.h"

#include <QtWidgets/QWidget>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QListWidget;
class QPushButton;

namespace hitmap {

/// The insets of the selected mesh: enlarged regions of its picture, or other recordings and caches with its
/// view.
class InsetForm : public QWidget {
    Q_OBJECT
public:
    /// @param document  must outlive the form
    explicit InsetForm(FigureDocument& document, QWidget* parent = nullptr);

    /// Adds an inset that enlarges a region of the selected mesh.
    void add(const FigureRegion& region);

private:
    void add_fields(QFormLayout& form);
    void add_region_fields(QFormLayout& form);
    /// Changes the current inset.
    void change(const std::function<void(FigureInset&)>& edit);
    void remove();
    void show_panel();
    void show_inset();
    [[nodiscard]] const FigureInset* current() const;

    FigureDocument& document_;
    QListWidget* list_;
    QPushButton* add_;
    QPushButton* remove_;
    QWidget* fields_;
    QComboBox* corner_ = nullptr;
    QDoubleSpinBox* width_ = nullptr;
    QComboBox* recording_ = nullptr;
    QComboBox* cache_ = nullptr;
    QDoubleSpinBox* region_[4] = {}; ///< left, top, width, height, in percent
};

} // namespace hitmap
