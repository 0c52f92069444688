#pragma once

#include "core/analysis/side_comparison.h"

#include <QtWidgets/QWidget>

#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QStackedWidget;

namespace hitmap {

class DataTable;

/// The tables of a comparison: everything, or the parts of one division with one cost, by their share of the
/// change. A row of a place is told, to be outlined; Enter and double click ask to fly there.
class ComparisonParts : public QWidget {
    Q_OBJECT
public:
    /// @param totals  the table of everything; taken over
    explicit ComparisonParts(DataTable* totals, QWidget* parent = nullptr);

    /// The place that was come to stays so, where it still has a row.
    /// @param file_stem  proposed for saved tables, without the names of part and cost
    void set_comparison(SideComparison sides, const SideLetters& letters, const QString& file_stem);
    /// No row is chosen any more. Tells nobody.
    void forget_place();

Q_SIGNALS:
    /// @param bounds  of the row that the person came to; nothing: it is no place, or has gone
    void place_chosen(const std::optional<hitmap::Aabb>& bounds);
    void place_activated(const hitmap::Aabb& bounds);

private:
    void lay_out();
    void connect_tables();
    void choose_division();
    void list_costs();
    void show_parts();
    void choose_row(int row);
    /// Nothing where everything is shown.
    [[nodiscard]] std::optional<Division> division() const;

    SideComparison sides_;
    SideLetters letters_;
    QString file_stem_;
    QComboBox* division_;
    QComboBox* cost_;
    std::optional<Cost> chosen_cost_; ///< by the user
    QStackedWidget* tables_;
    QStackedWidget* searches_; ///< of the tables
    DataTable* totals_;
    DataTable* parts_;
    std::vector<PartChange> changes_; ///< rows of parts_; of sides_
    std::string place_;               ///< name of the one that was come to; empty: none
};

} // namespace hitmap
