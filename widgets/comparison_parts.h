#pragma once

#include "core/analysis/side_comparison.h"

#include <QtWidgets/QWidget>

class QComboBox;
class QStackedWidget;

namespace hitmap {

class DataTable;

/// The tables of a comparison: everything, or the parts of one division with one cost, by their share of the
/// change.
class ComparisonParts : public QWidget {
    Q_OBJECT
public:
    /// @param totals  the table of everything; taken over
    explicit ComparisonParts(DataTable* totals, QWidget* parent = nullptr);

    /// @param file_stem  proposed for saved tables, without the names of part and cost
    void set_comparison(SideComparison sides, const SideLetters& letters, const QString& file_stem);

private:
    void choose_division();
    void list_costs();
    void show_parts();

    SideComparison sides_;
    SideLetters letters_;
    QString file_stem_;
    QComboBox* division_;
    QComboBox* cost_;
    QStackedWidget* tables_;
    DataTable* parts_;
};

} // namespace hitmap
