#pragma once

#include <QtCore/QString>

#include <string>

namespace hitmap {

// Names of files are bytes, which need not be UTF-8. In a QString, a byte that is not part of UTF-8 is the
// character U+F700 + byte of the private use area, and so is each byte of the characters that stand for bytes
// (U+F780 to U+F7FF), so that path_bytes() gives the same bytes again. Lone surrogates are not used for them:
// the filters of Qt for names of files do not match names that have one.

/// The name of a file, or a spec of a recording, as text of the window.
[[nodiscard]] QString path_text(const std::string& bytes);
[[nodiscard]] std::string path_bytes(const QString& text);

/// Makes Qt convert names of files in the same way: QFile, QDir, the dialogs of files. To be called once,
/// before other threads are started.
void keep_bytes_of_names();

} // namespace hitmap
