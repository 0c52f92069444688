#pragma once

#include <QtCore/QString>

#include <limits>
#include <string>

namespace hitmap {

/// How long a test waits for what should come at once: slow machines and sanitizers included.
inline constexpr int patience_ms = 60'000;

/// What an element without accesses has for a value.
inline constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

/// As GoogleTest prints it best.
inline std::string plain_text(const QString& shown) {
    return shown.toStdString();
}

} // namespace hitmap
