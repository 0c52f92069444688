#include "app/dialogs/settings/cache_settings.h"

#include "core/base/error.h"
#include "core/geometry/mesh_import.h"
#include "core/store/cache_folder.h"
#include "core/store/entry_store.h"
#include "widgets/session/recording/stored_results.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDateTime>
#include <QtCore/QFileInfo>
#include <QtCore/QSettings>

#include <string>

namespace hitmap {

namespace {

const QLatin1String limit_key("cache/limit");

/// A program that was built again has another time or size, also if its version is the same.
QString file_text(const QString& path) {
    const QFileInfo file(path);
    return QStringLiteral(" %1 %2").arg(file.size()).arg(file.lastModified().toMSecsSinceEpoch());
}

std::string program_text() {
    QString text =
        QCoreApplication::applicationVersion() + file_text(QCoreApplication::applicationFilePath());
    try {
        text += file_text(QString::fromStdString(mesh_reader_program()));
    } catch (const Error&) { // without it, no mesh files are read
    }
    return text.toStdString();
}

} // namespace

std::uint64_t stored_cache_limit() {
    bool is_number = false;
    const std::uint64_t bytes = QSettings().value(limit_key).toULongLong(&is_number);
    return is_number ? bytes : standard_cache_bytes;
}

void store_cache_limit(std::uint64_t bytes) {
    QSettings().setValue(limit_key, QString::number(bytes));
}

std::shared_ptr<StoredResults> user_stored_results() {
    auto store = std::make_shared<EntryStore>(cache_folder(), stored_cache_limit());
    return std::make_shared<StoredResults>(std::move(store), program_text());
}

} // namespace hitmap
