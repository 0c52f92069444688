#include "app/dialogs/settings/recent_files.h"

#include "core/base/error.h"
#include "widgets/base/path_text.h"
#include "widgets/session/recording/open_recording.h"

#include <QtCore/QFileInfo>
#include <QtCore/QSettings>

#include <optional>

namespace hitmap {

namespace {

constexpr int most_recents = 8;

QString recents_key() {
    return QStringLiteral("recents");
}

QString folder_key() {
    return QStringLiteral("last_folder");
}

/// No value: a trace with options of another version.
std::optional<RecordingSpec> parsed(const QString& spec) {
    try {
        return RecordingSpec(path_bytes(spec));
    } catch (const UsageError&) {
        return std::nullopt;
    }
}

} // namespace

QStringList RecentFiles::list() {
    return QSettings().value(recents_key()).toStringList();
}

QString RecentFiles::name_of(const QString& spec) {
    const auto named = parsed(spec);
    return named ? path_text(short_name(*named)) : spec;
}

QString RecentFiles::title_of(const QString& spec) {
    const auto named = parsed(spec);
    if (!named || (named->file() != nullptr && named->part.is_whole())) return spec;
    const QString name = name_of(spec);
    return named->file() == nullptr ? name
                                    : QFileInfo(path_text(*named->file())).path() + QLatin1Char('/') + name;
}

RecordingSpec RecentFiles::recent_of(const RecordingSpec& opened) {
    RecordingSpec recent;
    recent.whole = opened.whole;
    recent.part = opened.part;
    return recent;
}

QString RecentFiles::last_folder() {
    return QSettings().value(folder_key()).toString();
}

void RecentFiles::remember(const RecordingSpec& opened) {
    remember(path_text(to_text(recent_of(opened))));
}

void RecentFiles::remember(const QString& spec) {
    QSettings settings;
    QStringList recents = list();
    recents.removeAll(spec);
    recents.prepend(spec);
    while (recents.size() > most_recents)
        recents.removeLast();
    settings.setValue(recents_key(), recents);
    const auto named = parsed(spec);
    if (named && named->file() != nullptr)
        settings.setValue(folder_key(), QFileInfo(path_text(*named->file())).absolutePath());
    Q_EMIT changed();
}

} // namespace hitmap
