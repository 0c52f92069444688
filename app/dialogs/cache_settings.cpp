#include "app/dialogs/cache_settings.h"

#include "core/store/cache_folder.h"
#include "core/store/entry_store.h"
#include "widgets/session/recording/kept_results.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDateTime>
#include <QtCore/QFileInfo>
#include <QtCore/QSettings>

#include <string>

namespace hitmap {

namespace {

const QLatin1String limit_key("cache/limit");

/// A program that was built again has another time or size, also if its version is the same.
std::string program_text() {
    const QFileInfo program(QCoreApplication::applicationFilePath());
    return QStringLiteral("%1 %2 %3")
        .arg(QCoreApplication::applicationVersion())
        .arg(program.size())
        .arg(program.lastModified().toMSecsSinceEpoch())
        .toStdString();
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

std::shared_ptr<KeptResults> user_kept_results() {
    auto store = std::make_shared<EntryStore>(cache_folder(), stored_cache_limit());
    return std::make_shared<KeptResults>(std::move(store), program_text());
}

} // namespace hitmap
