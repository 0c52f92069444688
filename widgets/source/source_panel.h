#pragma once

#include "widgets/base/job.h"
#include "widgets/session/panes/pane.h"
#include "widgets/source/source_data.h"

#include <QtWidgets/QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;
class QTabWidget;

namespace hitmap {

class MatrixModel;
class SourceView;

/// The source text of the kernels of a pane with the numbers of each line in the frame, and the matrix of its
/// lines by allocations.
class SourcePanel : public QWidget {
    Q_OBJECT
public:
    explicit SourcePanel(Pane& pane, QWidget* parent = nullptr);
    /// Looks for the sources again if other folders are named in the settings now.
    void follow_settings() { request_data(); }

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void lay_out();
    QWidget* make_matrix_tab();
    void add_actions();
    void request_data();
    void show_data(std::shared_ptr<const SourceData> made);
    void show_file(int file);
    void show_matrix();
    void show_note();
    /// Marks the line that the pane is restricted to.
    void show_restriction();
    void choose_line(std::uint32_t line);
    /// Asks for the list of accesses of the line of the cursor.
    void show_accesses();
    void go_to_cell(const QModelIndex& index);
    void go_to_line(const std::string& file, std::uint32_t line);
    /// Restricts the values to the line and the allocation of a cell.
    void choose_cell(const QModelIndex& index);
    /// The restriction of a cell; empty: the line or the allocation is not known.
    [[nodiscard]] Restriction restriction_of(const QModelIndex& index) const;
    /// Makes the cell that the values are restricted to the current one.
    void show_chosen_cell();
    void show_matrix_menu(const QPoint& position);
    void pin_line(const std::string& name);
    void find_next(bool backwards);
    void open_editor();
    /// The shown file; null if there is none.
    [[nodiscard]] const ShownFile* file() const;

    Pane& pane_;
    QComboBox* files_;
    QLineEdit* search_;
    QTabWidget* tabs_;
    SourceView* text_;
    QComboBox* value_; ///< of the matrix
    QTableView* matrix_;
    MatrixModel* cells_;
    QLabel* note_;
    /// The line that was asked for before the text was there; 0: none.
    std::pair<std::string, std::uint32_t> wanted_;
    QString message_;                        ///< of the last action; empty: none
    std::shared_ptr<const SourceData> data_; ///< null if nothing is shown
    JobRunner job_{Supersede::finish};
};

} // namespace hitmap
