#include "widgets/controls/save_file.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QSaveFile>
#include <QtCore/QSettings>
#include <QtWidgets/QFileDialog>

namespace hitmap {

namespace {

bool write(QFileDevice& file, const QByteArray& bytes) {
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.flush();
}

} // namespace

QString save_file(const QString& name, const QByteArray& bytes, const QByteArray& provenance) {
    const QFileInfo there(name);
    if (there.exists() && !there.isFile()) { // devices and pipes are written to and never replaced
        QFile device(name);
        return write(device, bytes) ? QString() : device.errorString();
    }
    QSaveFile file(name);
    if (!write(file, bytes) || !file.commit()) return file.errorString();
    return provenance.isEmpty() ? QString() : save_file(name + QStringLiteral(".json"), provenance);
}

QString ask_where_to_save(QWidget* parent, const QString& title, const QString& stem, const QString& suffix,
                          const QString& filter) {
    const QString key = QStringLiteral("table_folder");
    const QString folder = QSettings().value(key, QDir::homePath()).toString();
    QString name = stem + suffix;
    for (const char refused : {':', '/'})
        name.replace(QLatin1Char(refused), QLatin1Char('-'));
    const QString file = QFileDialog::getSaveFileName(parent, title, QDir(folder).filePath(name), filter);
    if (!file.isEmpty()) QSettings().setValue(key, QFileInfo(file).absolutePath());
    return file;
}

} // namespace hitmap
