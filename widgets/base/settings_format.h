#pragma once

#include <QtCore/QSettings>

namespace hitmap {

/// Returns a format of QSettings whose files are INI files as QSettings writes them, with the ending .conf.
/// They differ in what happens on a full disk: QSettings itself replaces the file by what found room, and
/// reports no error. In this format the file stays as it was, and QSettings::status() is AccessError. The
/// first call registers the format.
[[nodiscard]] QSettings::Format checked_settings_format();

} // namespace hitmap
