#pragma once

#include "core/trace/io/limited_memory.h"

#include <QtCore/QString>

class QWidget;

namespace hitmap {

enum class MemoryAnswer { open, part, cancel };

/// Asks what to do about a recording that takes more memory than the machine has.
/// @param has_parts  whether a part of it can be opened
[[nodiscard]] MemoryAnswer ask_about_memory(QWidget* parent, const QString& name, const MemoryNeeded& needed,
                                            bool has_parts);

} // namespace hitmap
