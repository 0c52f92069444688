#pragma once

#include "widgets/session/recording/recording_spec.h"

#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QStringList>

namespace hitmap {

/// The recordings, meshes, sessions, built-in scenes and traces that were opened or saved last. They are
/// stored in the settings.
class RecentFiles : public QObject {
    Q_OBJECT
public:
    /// Returns at most eight, the newest first.
    [[nodiscard]] static QStringList list();
    /// A name for people: that of the file, or the scene with the options of its trace.
    [[nodiscard]] static QString name_of(const QString& spec);
    /// Returns the folder of the newest file; empty if there is none.
    [[nodiscard]] static QString last_folder();
    /// Puts a file, a built-in scene or a trace with its options first; of a part, its file.
    void remember(const RecordingSpec& opened);
    /// The same for the name of a file or a built-in scene.
    void remember(const QString& spec);

Q_SIGNALS:
    void changed();
};

} // namespace hitmap
