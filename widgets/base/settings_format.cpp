#include "widgets/base/settings_format.h"

#include <QtCore/QByteArray>
#include <QtCore/QFile>
#include <QtCore/QFileDevice>
#include <QtCore/QString>
#include <QtCore/QTemporaryFile>

namespace hitmap {

namespace {

/// QSettings reads files by their names only, and shares what it read among objects of one name.
QString name_of(int descriptor) {
    return QStringLiteral("/proc/self/fd/%1").arg(descriptor);
}

bool read_ini(QIODevice& device, QSettings::SettingsMap& map) {
    const auto* const file = qobject_cast<QFileDevice*>(&device);
    if (file == nullptr) return false;
    QSettings ini(name_of(file->handle()), QSettings::IniFormat);
    for (const QString& key : ini.allKeys())
        map.insert(key, ini.value(key));
    // Where /proc is missing, QSettings finds no file and takes it for an empty one.
    const bool found = device.size() == 0 || !map.isEmpty();
    return found && ini.status() == QSettings::NoError;
}

/// Returns the text of an INI file; empty if it could not be made.
/// @param beside  a file in the folder of which there is room, if there is room for the text at all: only
///                QSettings can make the text, and only in a file
QByteArray ini_text(const QSettings::SettingsMap& map, const QString& beside) {
    QTemporaryFile scratch(beside + QStringLiteral(".XXXXXX"));
    if (!scratch.open()) return {};
    {
        QSettings ini(scratch.fileName(), QSettings::IniFormat);
        for (auto entry = map.begin(); entry != map.end(); ++entry)
            ini.setValue(entry.key(), entry.value());
        // The section that was begun last is the last one of the text, and shows that nothing is missing.
        ini.setValue(QStringLiteral("written/whole"), true);
        ini.sync();
    }
    QFile made(scratch.fileName()); // QSettings has replaced the file
    if (!made.open(QIODevice::ReadOnly)) return {};
    QByteArray text = made.readAll();
    const QByteArray end("[written]\nwhole=true\n");
    if (!text.endsWith(end)) return {};
    text.chop(end.size());
    if (text.endsWith("\n\n")) text.chop(1); // the empty line before the section
    return text;
}

bool write_ini(QIODevice& device, const QSettings::SettingsMap& map) {
    auto* const file = qobject_cast<QFileDevice*>(&device);
    if (file == nullptr) return false;
    const QByteArray text = ini_text(map, file->fileName());
    // Without the flush, QSettings does not learn that the last bytes were lost.
    return (!text.isEmpty() || map.isEmpty()) && file->write(text) == text.size() && file->flush();
}

} // namespace

QSettings::Format checked_settings_format() {
    static const QSettings::Format format =
        QSettings::registerFormat(QStringLiteral("conf"), read_ini, write_ini);
    return format;
}

} // namespace hitmap
