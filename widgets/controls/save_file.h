#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QString>

class QWidget;

namespace hitmap {

/// Replaces the file after everything was written; devices and pipes are written directly. Returns the reason
/// of a failure; empty on success.
[[nodiscard]] QString save_file(const QString& name, const QByteArray& bytes);

/// Asks for a file name, starting in the folder that was used last. Returns an empty text if the user
/// cancels.
/// @param stem  proposed name, to which `suffix` (".csv") is added
[[nodiscard]] QString ask_where_to_save(QWidget* parent, const QString& title, const QString& stem,
                                        const QString& suffix, const QString& filter);

} // namespace hitmap
