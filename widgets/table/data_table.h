#pragma once

#include "widgets/table/table_model.h"

#include <QtCore/QSet>
#include <QtWidgets/QWidget>

#include <optional>
#include <vector>

class QLineEdit;
class QMenu;
class QTableView;

namespace hitmap {

class ElidedLabel;
class StackedHeader;

/// A table of typed cells: sorted by a click on a header, columns chosen in the header's menu, copied as text
/// and saved as CSV. Until columns are chosen, as many as fit the width are shown, from the left, and a line
/// names the others; what was chosen is remembered by the widget's object name.
class DataTable : public QWidget {
    Q_OBJECT
public:
    enum class Height : std::uint8_t {
        scrolls,   ///< takes what it gets
        fits_rows, ///< as high as its rows, for columns that scroll as a whole
    };
    /// @param name  object name; settings hold the choice of columns under it
    DataTable(const QString& name, std::vector<TableColumn> columns, Height height,
              QWidget* parent = nullptr);

    [[nodiscard]] TableModel& model() { return *model_; }
    [[nodiscard]] const SortedTable& sorted() const { return *sorted_; }
    [[nodiscard]] QTableView& view() { return *view_; }
    void set_rows(std::vector<TableRow> rows);
    /// As many as before, with other titles, names and tool tips.
    void rename_columns(std::vector<TableColumn> columns);
    enum class Search : std::uint8_t {
        above,    ///< the table
        elsewhere ///< where the caller puts the box
    };
    /// A box for a TableQuery, in which the focus of the table begins where it is above it. Returns it.
    QLineEdit& add_search(Search place = Search::above);
    /// The first column stays where it is while the others scroll sidewards. Longer texts in it than `widest`
    /// take two lines where rows have two, are cut then, and have a tool tip: the numbers need the room.
    void freeze_first_column(const QString& widest = QStringLiteral("allocation"));
    /// Proposed when saving, without extension.
    void set_file_stem(const QString& stem) { file_stem_ = stem; }
    /// Of the model; nothing: none. Tells nobody.
    void select_row(std::optional<int> row);

    /// Writes the rows that are shown; failed() where that does not work, saved() otherwise.
    void save_csv(const QString& file);
    void copy_selection();
    void copy_all();

Q_SIGNALS:
    /// @param row  of the model: the person came to it
    void row_chosen(int row);
    /// @param row  of the model: Enter or double click
    void row_activated(int row);
    void saved(const QString& message);
    /// @param message  one sentence: what happened to what
    void failed(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void create_actions();
    void connect_view();
    void show_columns_menu(const QPoint& position);
    void show_table_menu(const QPoint& position);
    void restore_columns();
    void store_columns();
    void widen_columns();
    /// Shown, or not shown for lack of width.
    [[nodiscard]] bool is_wanted(int column) const;
    /// Hides the last columns that do not fit the width, where the user did not choose columns.
    void fit_columns();
    /// From now on the columns are chosen.
    void show_cut_columns();
    void fit_height();
    void copy(const std::vector<int>& rows);
    void ask_for_file();
    [[nodiscard]] std::vector<int> shown_columns() const;
    /// Of the column that it is written with; nothing where it has a place of its own.
    [[nodiscard]] std::optional<int> place_of(int column) const;

    TableModel* model_;
    SortedTable* sorted_;
    QTableView* view_;
    StackedHeader* header_;
    QLineEdit* search_ = nullptr;
    QString file_stem_;
    Height height_;
    bool frozen_ = false;
    bool columns_chosen_ = false; ///< by the user: then they are all shown, and scroll sidewards
    std::vector<int> needed_;     ///< [columns] widest so far
    QSet<int> cut_;               ///< hidden by fit_columns()
    ElidedLabel* more_ = nullptr;
};

} // namespace hitmap
