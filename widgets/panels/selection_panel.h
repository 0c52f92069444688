#pragma once

#include "widgets/session/panes/pane.h"
#include "widgets/table/element_table.h"

#include <QtWidgets/QWidget>

class QLabel;
class QPushButton;

namespace hitmap {

class DataTable;

/// The numbers of the pinned element for the current frame and for the whole recording.
class SelectionPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit SelectionPanel(Pane& pane, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void lay_out();
    void connect_model();
    void show_selection();
    /// Returns what to do, or why nothing can be selected.
    [[nodiscard]] QString how_to_pin() const;
    void request_numbers();
    void show_region();

    Pane& pane_;
    QLabel* title_;
    QLabel* place_;
    QLabel* region_; ///< what the region of the element shows; hidden if it has its own colour
    DataTable* table_;
    QPushButton* fly_;
    QPushButton* clear_;
    JobRunner job_{Supersede::finish};
};

} // namespace hitmap
