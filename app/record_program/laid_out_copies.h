#pragma once

#include <QtCore/QString>

#include <optional>

namespace hitmap {

/// A copy of a recording that has its layout in it, since the layout could not be stored beside the
/// recording. All paths are absolute.
struct LaidOutCopy {
    QString copy;
    QString recording; ///< the one that was recorded, not another copy
    QString layout;    ///< the file of the layout, for the next recording; empty: there is none
    friend bool operator==(const LaidOutCopy&, const LaidOutCopy&) = default;
};

/// Stores in the settings of the program what a copy is one of. If it is known already, this is its newest
/// state. The oldest of more than 32 are forgotten.
void store_copy(const LaidOutCopy& copy);
/// Returns what is known of a file, by the real path of its folder. No value: it is no copy.
[[nodiscard]] std::optional<LaidOutCopy> stored_copy(const QString& path);

/// Where the layout of a copy goes: mine.layout.json beside mine.hmt, or the first of mine-2.layout.json, ...
/// that does not exist. A layout of that name is not applied to the copy, which has it already.
[[nodiscard]] QString free_layout_path(const QString& copy);

} // namespace hitmap
