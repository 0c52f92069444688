#pragma once

#include "app/figure/figure_edit.h"

#include <QtCore/QString>
#include <QtCore/QStringList>

namespace hitmap {

/// Returns the kinds of panels for users, in the order of FigurePanelKind.
[[nodiscard]] QStringList panel_kind_titles();
/// Returns the same of plots and of tables.
[[nodiscard]] QStringList plot_titles();
[[nodiscard]] QStringList table_titles();
/// Returns "(b) L1 hit rate · bunny": what a panel shows, with its letter if it has one.
[[nodiscard]] QString panel_text(const Figure& figure, std::size_t panel);

} // namespace hitmap
