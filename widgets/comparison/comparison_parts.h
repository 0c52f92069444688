#pragma once

#include "core/analysis/comparison/side_comparison.h"
#include "widgets/comparison/comparison_table.h"

#include <QtCore/QByteArray>
#include <QtCore/QString>
#include <QtWidgets/QWidget>

#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QStackedWidget;

namespace hitmap {

class DataTable;

/// The tables of a comparison: the totals, or the parts of one division with one cost, by their share of the
/// change. Emits a signal if a row of a place becomes current, so that it can be outlined; Enter and double
/// click request to fly there.
class ComparisonParts : public QWidget {
    Q_OBJECT
public:
    /// @param totals  the table of totals; the widget takes ownership
    explicit ComparisonParts(DataTable* totals, QWidget* parent = nullptr);

    /// Sets the rows. The current place stays current if it still has a row.
    /// @param further     the comparisons of further panes with the same baseline
    /// @param file_stem   proposed name for saved tables, without the names of part and cost
    /// @param provenance  of saved tables, as in save_file()
    void set_comparison(SideComparison sides, const SideLetters& letters,
                        std::vector<FurtherComparison> further, const QString& file_stem,
                        const QByteArray& provenance);
    /// Clears the current row, without a signal.
    void forget_place();
    /// Shows the parts of the division with the cost, as if the user had chosen them.
    void show_division(Division division, Cost cost);

Q_SIGNALS:
    /// @param bounds  of the current row; no value: it is not a place, or was removed
    void place_chosen(const std::optional<hitmap::Aabb>& bounds);
    void place_activated(const hitmap::Aabb& bounds);

private:
    void lay_out();
    void connect_tables();
    void choose_division();
    void list_costs();
    void show_parts();
    void choose_row(int row);
    /// No value if the totals are shown.
    [[nodiscard]] std::optional<Division> division() const;

    SideComparison sides_;
    SideLetters letters_;
    std::vector<FurtherComparison> further_;
    QString file_stem_;
    QByteArray provenance_;
    QComboBox* division_;
    QComboBox* cost_;
    std::optional<Cost> chosen_cost_; ///< the cost that the user chose
    QStackedWidget* tables_;
    QStackedWidget* searches_; ///< search boxes of the tables
    DataTable* totals_;
    DataTable* parts_;
    std::vector<PartChange> changes_; ///< the rows of parts_, computed from sides_
    std::string place_;               ///< name of the current place; empty: none
};

} // namespace hitmap
