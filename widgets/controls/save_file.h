#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QString>

class QWidget;

namespace hitmap {

/// Writes a file with write_file() (core/trace/io/write_file.h). Returns the reason of a failure; empty on
/// success.
/// @param provenance  content of a second file, NAME.json, which says where the values come from; if this is
///                    empty, or `name` is a device or a pipe, there is no such file
[[nodiscard]] QString save_file(const QString& name, const QByteArray& bytes,
                                const QByteArray& provenance = {});

/// Asks for a file name, starting in the folder that was used last. Returns an empty text if the user
/// cancels.
/// @param stem  proposed name, to which `suffix` (".csv") is added; characters that file systems refuse are
///              replaced
[[nodiscard]] QString ask_where_to_save(QWidget* parent, const QString& title, const QString& stem,
                                        const QString& suffix, const QString& filter);

} // namespace hitmap
