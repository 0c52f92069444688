#pragma once

#include "core/trace/io/limited_memory.h"

#include <QtCore/QString>

class QWidget;

namespace hitmap {

enum class MemoryAnswer { open, part, cancel };

/// Asks what to do about a recording that takes more memory than the machine has.
/// @param has_parts  whether a part of it can be opened
/// @param is_open    it is open, and takes that much with another model
[[nodiscard]] MemoryAnswer ask_about_memory(QWidget* parent, const QString& name, const MemoryNeeded& needed,
                                            bool has_parts, bool is_open = false);

} // namespace hitmap
