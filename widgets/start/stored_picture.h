#pragma once

#include "core/jobs/progress.h"
#include "core/store/entry_store.h"

#include <QtCore/QSize>
#include <QtCore/QString>
#include <QtGui/QImage>

namespace hitmap {

// Pictures of what was opened, for the start page. They are entries of the cache on disk: one for each spec
// and the real path of its file, in the place of the one before. A picture of a file that has changed since
// is not shown. All functions may be called by any thread.

/// The size of every stored picture, in pixels.
inline constexpr QSize stored_picture_size{400, 225};

/// The key of the entry: the hash of what it names is in the name of its file.
[[nodiscard]] EntryKey picture_key(const QString& spec);

/// Returns the middle of what a view shows, in the size of stored pictures. Null if the view is.
[[nodiscard]] QImage small_picture(const QImage& view);

/// Keeps a small_picture(). If it cannot be written, there is none. Throws Cancelled.
void keep_picture(const EntryStore& store, const QString& spec, const QImage& picture);
/// Null: there is none, or it is damaged. Throws Cancelled.
[[nodiscard]] QImage find_picture(const EntryStore& store, const QString& spec, const JobContext& job = {});
void remove_picture(const EntryStore& store, const QString& spec);

} // namespace hitmap
