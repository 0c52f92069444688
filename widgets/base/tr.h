#pragma once

#include <QtCore/QCoreApplication>
#include <QtCore/QString>

namespace hitmap {

/// A text of the program in the user's language, for functions outside of any QObject.
inline QString tr(const char* text) {
    return QCoreApplication::translate("hitmap", text);
}

} // namespace hitmap
