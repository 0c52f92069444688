#pragma once

#include "render/image/image.h"

#include <QtCore/QByteArray>
#include <QtCore/QString>

#include <functional>
#include <optional>
#include <string>

class QWidget;

namespace hitmap {

class XyPlot;

/// A drawing as the text of an SVG file, or as pixels.
struct Drawing {
    std::function<std::string()> svg;
    std::function<Image()> image;
};

/// The result of saving a file, as a sentence.
struct SaveMessage {
    bool saved = false;
    QString text;
};

/// Calls save_file() and returns the message about it.
[[nodiscard]] SaveMessage save_and_tell(const QString& name, const QByteArray& bytes,
                                        const QByteArray& provenance = {});
/// Asks for a file and saves a drawing: as SVG if the name ends in .svg, otherwise as PNG. Returns nothing if
/// the user cancelled.
/// @param stem        proposed name
/// @param provenance  as in save_file()
[[nodiscard]] std::optional<SaveMessage>
save_drawing(QWidget* parent, const QString& stem, const Drawing& drawing, const QByteArray& provenance = {});
/// Asks for a file and saves the plot in its size on screen and the colours for files. The format is SVG if
/// the name ends in .svg, otherwise PNG with twice the resolution. Returns nothing if the user cancelled.
/// @param stem        proposed name
/// @param provenance  as in save_file()
[[nodiscard]] std::optional<SaveMessage> save_plot_picture(QWidget* parent, const XyPlot& plot,
                                                           const QString& stem,
                                                           const QByteArray& provenance = {});
/// Asks for the file of a table. Returns an empty name if the user cancelled.
[[nodiscard]] QString ask_for_plot_table(QWidget* parent, const QString& stem);

} // namespace hitmap
