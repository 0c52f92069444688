#pragma once

#include "widgets/base/job.h"
#include "widgets/table/table_model.h"

#include <QtCore/QByteArray>
#include <QtWidgets/QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QAction;
class QLineEdit;
class QMenu;
class QTableView;
class QToolButton;

namespace hitmap {

class StackedHeader;

/// A table of typed cells: a click on a header sorts, the header's menu selects columns, rows can be copied
/// as text and saved as CSV. Columns are in the order of their list, but those without any value are last.
/// Columns that do not fit scroll horizontally; a button beside the scroll bar says how many they are and
/// goes to them. Long texts are cut, with all of it in the tool tip. The selection of columns is stored in
/// the settings under the widget's object name.
class DataTable : public QWidget {
    Q_OBJECT
public:
    enum class Height : std::uint8_t {
        scrolls,   ///< uses the available height and scrolls
        fits_rows, ///< height of its rows, for use in a scrolling panel
    };
    /// @param name  object name; the settings store the selected columns under it
    DataTable(const QString& name, std::vector<TableColumn> columns, Height height,
              QWidget* parent = nullptr);

    [[nodiscard]] TableModel& model() { return *model_; }
    [[nodiscard]] const SortedTable& sorted() const { return *sorted_; }
    [[nodiscard]] QTableView& view() { return *view_; }
    void set_rows(std::vector<TableRow> rows);
    /// A source of at most this number of rows is copied into memory.
    static constexpr std::size_t most_copied_source = 2000;
    /// Rows that are made when they are needed. Sorting and searching run in order_job() and keep the old
    /// order until they are complete.
    void set_source(std::shared_ptr<const RowSource> source);
    [[nodiscard]] JobRunner& order_job() { return order_job_; }
    /// The number of columns must be the same; titles, names and tool tips may differ.
    void rename_columns(std::vector<TableColumn> columns);
    /// Shows other columns, which may be more or fewer, and no rows. The columns that the user has selected
    /// are those of their names.
    void replace_columns(std::vector<TableColumn> columns);
    enum class Search : std::uint8_t {
        above,    ///< above the table
        elsewhere ///< placed by the caller
    };
    /// Creates a search box for a TableQuery and returns it. If it is above the table, it comes before it in
    /// the tab order.
    QLineEdit& add_search(Search place = Search::above);
    /// Gives the keyboard to the search box. A table without one gets it above; Escape there removes it and
    /// shows all rows.
    void find();
    /// Keeps the first column in place while the others scroll horizontally. Texts wider than `widest` use
    /// two lines if rows have two, are then cut, and have a tool tip, so that the space is left to the
    /// numbers.
    void freeze_first_column(const QString& widest = QStringLiteral("allocation"));
    /// @param stem        proposed file name without extension
    /// @param provenance  as in save_file()
    void set_file_stem(const QString& stem, const QByteArray& provenance = {}) {
        file_stem_ = stem;
        provenance_ = provenance;
    }
    /// Adds an action on single rows of the model to the context menu, with a key that works in the table.
    /// @param applies  whether the action is possible for a row
    void offer(const QString& text, const QKeySequence& key, std::function<bool(int row)> applies,
               std::function<void(int row)> act);
    /// Row of the model, or of its source; no value: none. Emits no signal.
    void select_row(std::optional<int> row);

    /// Writes the visible rows as a job, which a bar below the table shows and can stop. Emits saved(), or
    /// failed() with the reason; then no file was written.
    void save_csv(const QString& file);
    void copy_selection();
    void copy_all();

Q_SIGNALS:
    /// @param row  row of the model, or of its source, that became the current one
    void row_chosen(int row);
    /// @param row  row of the model on which Enter was pressed or a double click was made
    void row_activated(int row);
    /// The context menu of the table is about to be shown; a receiver may add actions to it.
    /// @param row  row of the model that it is of; -1: none
    void menu_wanted(QMenu* menu, int row);
    void saved(const QString& message);
    /// Another order of the rows of a source is shown; no row is selected.
    void ordered();
    /// @param message  one sentence about the result
    /// @param cause    as that of JobRunner::failed(); if it is this, saved() ends it, too
    void failed(const QString& message, QObject* cause);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Offer {
        QAction* action = nullptr;
        std::function<bool(int row)> applies;
    };
    /// The row of the model that is the current one; -1: none
    [[nodiscard]] int current_row() const;
    /// The row of the model, or of its source, at an index of the view.
    [[nodiscard]] int model_row(const QModelIndex& index) const;
    void request_order();
    void create_actions();
    void connect_view();
    void show_columns_menu(const QPoint& position);
    void show_table_menu(const QPoint& position);
    void restore_columns();
    void store_columns();
    /// Moves columns without any value behind the others.
    void order_columns();
    /// Makes columns as wide as their contents, or as the longest text of a cell, and orders them.
    void widen_columns();
    /// Gives the width that is left to columns with long texts.
    void spread_columns();
    /// Sections that are not completely in the view, in their order: those on the right or, if there are
    /// none, those on the left.
    [[nodiscard]] std::vector<int> columns_outside() const;
    void show_outside();
    void scroll_outside();
    void fit_height();
    void copy(const std::vector<int>& rows);
    void ask_for_file();
    [[nodiscard]] std::vector<int> shown_columns() const;
    /// The column with which this column is written; no value if it has its own place.
    [[nodiscard]] std::optional<int> place_of(int column) const;

    TableModel* model_;
    SortedTable* sorted_;
    QTableView* view_;
    std::vector<Offer> offers_;
    StackedHeader* header_;
    QLineEdit* search_ = nullptr;
    bool search_hides_ = false; ///< find() created the search box
    QString file_stem_;
    QByteArray provenance_;
    Height height_;
    bool frozen_ = false;
    /// The width of a column.
    struct Width {
        int whole = 0;        ///< of its longest cell so far, and of its heading
        int heading = 0;      ///< of its heading
        bool is_text = false; ///< long texts are cut
        int given = 0;        ///< as spread_columns() has set it; 0: it has not
    };
    /// The width that a column has at least, in a view of this width.
    [[nodiscard]] int least_width(const Width& width, int view) const;
    std::vector<Width> widths_; ///< [columns]
    QToolButton* outside_ = nullptr;
    std::unique_ptr<QObject> too_many_; ///< cause of the message that these rows cannot be copied; null: none
    JobRunner order_job_{Supersede::stop};
    JobRunner save_job_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
