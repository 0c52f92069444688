#pragma once

#include <QtCore/QStringList>

class QWidget;

namespace hitmap {

/// What to do about recordings that were traced here and would be lost.
enum class UnsavedAnswer { save, discard, cancel };

/// Asks, unless the settings say not to: then what is unsaved is discarded. Who discards can say that from
/// now on it is not asked.
/// @param names    of the recordings
/// @param discard  text of the button that loses them
[[nodiscard]] UnsavedAnswer ask_about_unsaved(QWidget* parent, const QStringList& names,
                                              const QString& discard);

/// Whether it is asked; kept in the settings.
[[nodiscard]] bool asks_about_unsaved();
void set_asks_about_unsaved(bool asks);

} // namespace hitmap
