#pragma once

#include <QtCore/QString>

#include <string>

namespace hitmap {

// Names of files are bytes, which need not be UTF-8. In a QString, a byte that is not part of UTF-8 is the
// character U+DC00 + byte, which no UTF-8 has, so that path_bytes() gives the same bytes again.

/// The name of a file, or a spec of a recording, as text of the window.
[[nodiscard]] QString path_text(const std::string& bytes);
[[nodiscard]] std::string path_bytes(const QString& text);

/// Makes Qt convert names of files in the same way: QFile, QDir, the dialogs of files. To be called once,
/// before other threads are started.
void keep_bytes_of_names();

} // namespace hitmap
