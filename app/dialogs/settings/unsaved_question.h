#pragma once

#include <QtCore/QStringList>

class QWidget;

namespace hitmap {

/// What to do with unsaved recordings.
enum class UnsavedAnswer { save, discard, cancel };

/// Asks the user. If the settings disable the question, returns discard. After discarding, the user can
/// disable it.
/// @param names    names of the recordings
/// @param discard  text of the button that discards them
[[nodiscard]] UnsavedAnswer ask_about_unsaved(QWidget* parent, const QStringList& names,
                                              const QString& discard);

/// Whether the question is enabled in the settings.
[[nodiscard]] bool asks_about_unsaved();
void set_asks_about_unsaved(bool asks);

} // namespace hitmap
