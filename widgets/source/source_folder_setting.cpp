#include "widgets/source/source_folder_setting.h"

#include <QtCore/QFile>
#include <QtCore/QSettings>
#include <QtCore/QStringList>

namespace hitmap {

namespace {

const QLatin1String folders_key("source/folders");

} // namespace

QString stored_source_folders() {
    return QSettings().value(folders_key).toString();
}

void store_source_folders(const QString& folders) {
    QSettings().setValue(folders_key, folders);
}

SourceFolders source_folders_of(const std::string& recording) {
    SourceFolders folders;
    folders.recording = std::filesystem::path(recording).parent_path();
    for (const QString& folder : stored_source_folders().split(QLatin1Char(':'), Qt::SkipEmptyParts))
        folders.named.emplace_back(QFile::encodeName(folder).toStdString());
    return folders;
}

} // namespace hitmap
