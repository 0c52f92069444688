#pragma once

#include <QtCore/QString>
#include <QtCore/QStringList>

namespace hitmap {

/// Splits a line into words at blanks as a POSIX shell does (Shell Command Language, 2.2 and 2.3): single and
/// double quotes, and a backslash, keep what they quote. Nothing is run or replaced, so that patterns such as
/// *.obj stay as they are. Throws UsageError if a quote is not closed, and for what a shell would replace or
/// run if it is not quoted: | & ; < > ( ) $ ` and ~ at the beginning of a word.
[[nodiscard]] QStringList argument_words(const QString& line);

} // namespace hitmap
