#include "widgets/controls/save_file.h"

#include "core/jobs/write_error.h"
#include "core/trace/io/write_file.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QSettings>
#include <QtWidgets/QFileDialog>

#include <cstddef>
#include <span>

namespace hitmap {

namespace {

std::span<const std::byte> bytes_in(const QByteArray& bytes) {
    return std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

} // namespace

QString save_file(const QString& name, const QByteArray& bytes, const QByteArray& provenance) {
    const auto path = [](const QString& text) { return QFile::encodeName(text).toStdString(); };
    const QFileInfo there(name);
    const bool is_special = there.exists() && !there.isFile();
    try {
        OutputFiles outputs; // both files take their places, or none does
        write_file(path(name), bytes_in(bytes), &outputs);
        if (!provenance.isEmpty() && !is_special)
            write_file(path(name + QStringLiteral(".json")), bytes_in(provenance), &outputs);
        outputs.conclude();
    } catch (const WriteError& error) {
        return QString::fromStdString(error.reason());
    }
    return {};
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
