#include "app/dialogs/settings/recent_files.h"

#include "core/base/error.h"
#include "widgets/base/path_text.h"
#include "widgets/session/recording/open_recording.h"

#include <QtCore/QFileInfo>
#include <QtCore/QSettings>

namespace hitmap {

namespace {

constexpr int most_recents = 8;

QString recents_key() {
    return QStringLiteral("recents");
}

QString folder_key() {
    return QStringLiteral("last_folder");
}

} // namespace

QStringList RecentFiles::list() {
    return QSettings().value(recents_key()).toStringList();
}

QString RecentFiles::name_of(const QString& spec) {
    try {
        return path_text(short_name(RecordingSpec(path_bytes(spec))));
    } catch (const UsageError&) { // a trace with options of another version
        return spec;
    }
}

QString RecentFiles::last_folder() {
    return QSettings().value(folder_key()).toString();
}

void RecentFiles::remember(const RecordingSpec& opened) {
    remember(path_text(whole_text(opened)));
}

void RecentFiles::remember(const QString& spec) {
    QSettings settings;
    QStringList recents = list();
    recents.removeAll(spec);
    recents.prepend(spec);
    while (recents.size() > most_recents)
        recents.removeLast();
    settings.setValue(recents_key(), recents);
    if (!spec.startsWith(QLatin1String("builtin:")) && !spec.startsWith(QLatin1String("trace:")))
        settings.setValue(folder_key(), QFileInfo(spec).absolutePath());
    Q_EMIT changed();
}

} // namespace hitmap
