#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QString>

class QWidget;

namespace hitmap {

/// Replaces the file once all is written; a device or a pipe is written to. Empty where all went well, else
/// the reason.
[[nodiscard]] QString save_file(const QString& name, const QByteArray& bytes);

/// Asks where to save, in the folder of the last time; empty where the person changed their mind.
/// @param stem  proposed name, to which `suffix` (".csv") is added
[[nodiscard]] QString ask_where_to_save(QWidget* parent, const QString& title, const QString& stem,
                                        const QString& suffix, const QString& filter);

} // namespace hitmap
