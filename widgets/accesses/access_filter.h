#pragma once

class QLineEdit;
class QToolButton;

namespace hitmap {

/// Makes a button with a menu of common searches in a table of accesses, such as those that missed. Each adds
/// its term to the search box of the table, or removes it from there.
[[nodiscard]] QToolButton* access_filter_button(QLineEdit& search);

} // namespace hitmap
