#pragma once

#include "widgets/elements/level_plot.h"
#include "widgets/elements/tree_data.h"
#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

#include <cstdint>
#include <memory>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace hitmap {

class BoxTreeModel;
class BoxTreeView;
class PlotBox;

/// The tree of bounding boxes with the costs, accesses and misses of each box and of its subtree in the
/// current frames, and bars by level. The selected box is that of the pane.
class TreePanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit TreePanel(Pane& pane, QWidget* parent = nullptr);

    /// Selects the end of TreeData::worst_path.
    void select_worst();
    /// Selects the box of this number, or says why there is none.
    void search(const QString& number);

Q_SIGNALS:
    /// @param message  one sentence about the error
    /// @param cause    as that of JobRunner::failed()
    void failed(const QString& message, QObject* cause);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void lay_out();
    [[nodiscard]] QWidget* make_search();
    void connect_model();
    void request_data();
    void show_data(std::shared_ptr<const TreeData> tree);
    void show_levels();
    void show_selection();
    void show_note();
    void select(std::uint32_t box);

    Pane& pane_;
    BoxTreeModel* model_;
    BoxTreeView* view_;
    QLineEdit* search_;
    QPushButton* worst_;
    QLabel* found_; ///< why a search found nothing
    QComboBox* bars_;
    PlotBox* plot_;
    QWidget* parts_; ///< everything that a recording without a tree does not have
    QLabel* note_;
    JobRunner job_{Supersede::finish, JobLength::lasting};
};

} // namespace hitmap
