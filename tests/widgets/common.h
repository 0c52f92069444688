#pragma once

#include <QtCore/QString>

#include <limits>
#include <string>

namespace hitmap {

/// Timeout for results that are expected soon, long enough for slow machines and sanitizers.
inline constexpr int patience_ms = 60'000;

/// The value of elements without accesses.
inline constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

/// Formats it for messages of GoogleTest.
inline std::string plain_text(const QString& shown) {
    return shown.toStdString();
}

} // namespace hitmap
