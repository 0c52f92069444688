#include "app/dialogs/settings/recent_files.h"

#include "widgets/base/path_text.h"
#include "widgets/session/recording/part_request.h"
#include "widgets/session/recording/trace_request.h"

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

QString RecentFiles::last_folder() {
    return QSettings().value(folder_key()).toString();
}

void RecentFiles::remember(const QString& opened) {
    const std::string whole = part_request(path_bytes(opened)).file;
    if (names_trace(whole)) return; // the dialog stores its choices itself
    const QString spec = path_text(whole);
    QSettings settings;
    QStringList recents = list();
    recents.removeAll(spec);
    recents.prepend(spec);
    while (recents.size() > most_recents)
        recents.removeLast();
    settings.setValue(recents_key(), recents);
    if (!spec.startsWith(QLatin1String("builtin:")))
        settings.setValue(folder_key(), QFileInfo(spec).absolutePath());
    Q_EMIT changed();
}

} // namespace hitmap
