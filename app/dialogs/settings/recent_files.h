#pragma once

#include "widgets/session/recording/recording_spec.h"

#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QStringList>

namespace hitmap {

/// The recordings, parts of recordings, meshes, sessions, built-in scenes and traces that were opened or
/// saved last. They are stored in the settings.
class RecentFiles : public QObject {
    Q_OBJECT
public:
    /// Returns at most eight, the newest first.
    [[nodiscard]] static QStringList list();
    /// A name for people: that of the file, or the scene with the options of its trace.
    [[nodiscard]] static QString name_of(const QString& spec);
    /// The same with the folder of the file, for a list of names alone, since there may be several of one
    /// name.
    [[nodiscard]] static QString title_of(const QString& spec);
    /// What of a recording is remembered: its file or scene, and its part. Other SMs and memory layouts are
    /// tried in the window, and would displace all else.
    [[nodiscard]] static RecordingSpec recent_of(const RecordingSpec& opened);
    /// Returns the folder of the newest file; empty if there is none.
    [[nodiscard]] static QString last_folder();
    /// Puts recent_of() what was opened first.
    void remember(const RecordingSpec& opened);
    /// The same for the name of a file or a built-in scene.
    void remember(const QString& spec);

Q_SIGNALS:
    void changed();
};

} // namespace hitmap
