#pragma once

#include "widgets/session/recording/recording_spec.h"

#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QStringList>

namespace hitmap {

/// The recordings, meshes, sessions and built-in scenes that were opened or saved last. They are stored in
/// the settings.
class RecentFiles : public QObject {
    Q_OBJECT
public:
    /// Returns at most eight, the newest first.
    [[nodiscard]] static QStringList list();
    /// Returns the folder of the newest file; empty if there is none.
    [[nodiscard]] static QString last_folder();
    /// Puts a file or a built-in scene first; of a part, its file. Recordings that were traced with chosen
    /// options are omitted: the dialog of a new recording stores these choices.
    void remember(const RecordingSpec& opened);
    /// The same for the name of a file or a built-in scene.
    void remember(const QString& spec);

Q_SIGNALS:
    void changed();
};

} // namespace hitmap
