#pragma once

#include "core/source/source_folders.h"

#include <QtCore/QString>

namespace hitmap {

/// The folders of sources in the settings, separated by colons.
[[nodiscard]] QString stored_source_folders();
void store_source_folders(const QString& folders);

/// Returns where the sources of a recording may be: at or below the stored folders and its own.
[[nodiscard]] SourceFolders source_folders_of(const std::string& recording);

} // namespace hitmap
