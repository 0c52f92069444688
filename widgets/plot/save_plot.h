#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QString>

#include <optional>

class QWidget;

namespace hitmap {

class XyPlot;

/// What became of saving, as one sentence.
struct SaveMessage {
    bool saved = false;
    QString text;
};

/// What is told of save_file().
[[nodiscard]] SaveMessage save_and_tell(const QString& name, const QByteArray& bytes);
/// Asks where, and saves the plot in the size that it has on screen and the colours of files: as SVG where
/// the name ends in .svg, else as PNG, twice as fine. Nothing where the user cancelled.
/// @param stem  proposed name
[[nodiscard]] std::optional<SaveMessage> save_plot_picture(QWidget* parent, const XyPlot& plot,
                                                           const QString& stem);
/// Asks where a table goes; empty where the user cancelled.
[[nodiscard]] QString ask_for_plot_table(QWidget* parent, const QString& stem);

} // namespace hitmap
