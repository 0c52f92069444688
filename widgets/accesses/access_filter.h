#pragma once

#include "widgets/table/table_model.h"

#include <QtCore/QString>

#include <vector>

class QLineEdit;
class QToolButton;

namespace hitmap {

/// A term of a search that leaves the rows that have something in common with one row, "Served by = L2", and
/// its name for a menu.
struct RowTerm {
    QString text;
    QString term;
};
/// Returns the terms for a row of accesses: its kind, result, level, rays and source line, where it has them.
[[nodiscard]] std::vector<RowTerm> terms_of_row(const TableModel& model, const TableRow& row);
/// Adds the term to the text of a search box, or removes it from there.
void toggle_term(QLineEdit& search, const QString& term);

/// Makes a button with a menu of common searches in a table of accesses, such as those that missed. Each adds
/// its term to the search box of the table, or removes it from there.
[[nodiscard]] QToolButton* access_filter_button(QLineEdit& search);

} // namespace hitmap
