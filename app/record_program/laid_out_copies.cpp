#include "app/record_program/laid_out_copies.h"

#include "app/record_program/record_settings.h"

#include <QtCore/QFileInfo>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QSettings>

#include <algorithm>
#include <vector>

namespace hitmap {

namespace {

constexpr std::size_t most_copies = 32;

QString copies_key() {
    return QStringLiteral("record_program/copies");
}

/// Oldest first.
std::vector<LaidOutCopy> all_copies() {
    std::vector<LaidOutCopy> copies;
    const QJsonDocument stored = QJsonDocument::fromJson(QSettings().value(copies_key()).toByteArray());
    for (const QJsonValue& each : stored.array()) {
        const auto text = [&](const char* name) { return each[QLatin1String(name)].toString(); };
        copies.push_back({text("copy"), text("recording"), text("layout")});
    }
    return copies;
}

} // namespace

void store_copy(const LaidOutCopy& copy) {
    std::vector<LaidOutCopy> copies = all_copies();
    std::erase_if(copies, [&](const LaidOutCopy& each) { return is_same_path(each.copy, copy.copy); });
    copies.push_back(copy);
    QJsonArray stored;
    for (std::size_t i = copies.size() - std::min(copies.size(), most_copies); i < copies.size(); ++i)
        stored.append(QJsonObject{{QStringLiteral("copy"), copies[i].copy},
                                  {QStringLiteral("recording"), copies[i].recording},
                                  {QStringLiteral("layout"), copies[i].layout}});
    QSettings().setValue(copies_key(), QJsonDocument(stored).toJson(QJsonDocument::Compact));
}

std::optional<LaidOutCopy> stored_copy(const QString& path) {
    if (path.isEmpty()) return std::nullopt;
    for (const LaidOutCopy& copy : all_copies())
        if (is_same_path(copy.copy, path)) return copy;
    return std::nullopt;
}

QString free_layout_path(const QString& copy) {
    const QString stem = copy.endsWith(QLatin1String(".hmt")) ? copy.left(copy.size() - 4) : copy;
    const QString ending = QStringLiteral(".layout.json");
    QString free = stem + ending;
    for (int number = 2; QFileInfo::exists(free); ++number)
        free = stem + QLatin1Char('-') + QString::number(number) + ending;
    return free;
}

} // namespace hitmap
