#pragma once

#include "core/profile/query/time_window.h"
#include "widgets/simt/execution_results.h"

#include <QtCore/QString>

#include <cstdint>
#include <string>

class QLabel;
class QSplitter;
class QWidget;

namespace hitmap {

class DataTable;
class Pane;
class PlotBox;

/// Returns a text of the SIMT panel in the user's language.
[[nodiscard]] QString simt_text(const char* text);

/// Returns a label of whole sentences below a view.
[[nodiscard]] QLabel* make_note(const char* name);
/// Sets its text and hides it if there is none.
void show_note(QLabel& note, const QString& text);
/// Returns a splitter with one part above the other, of the same height at first.
[[nodiscard]] QSplitter* make_parts(const char* name, QWidget* above, QWidget* below);

/// Names the files that tables and plots of a view are saved as. @param subject  "hotspots"
void name_files(const ExecutionResults& results, const char* subject, DataTable* table, PlotBox* plot);

/// Colours mesh and image by a source line alone, or again by everything, and goes to it in the source panel.
/// A line without memory accesses is only shown there.
void choose_line(Pane& pane, const std::string& file, std::uint32_t line);

/// Shows the frames that overlap with a window of positions, which must not be empty. If everything is one
/// frame, divides time first. Does nothing if the pane shows nothing.
void show_window(Pane& pane, const TimeWindow& window);

} // namespace hitmap
