#include "widgets/recent_configs.h"

#include "core/base/error.h"

#include <QtCore/QSettings>
#include <QtCore/QStringList>

#include <algorithm>

namespace hitmap {

namespace {

constexpr int most_configs = 8;

QString settings_key() {
    return QStringLiteral("caches/recent");
}

QString stored_text(const SdcmConfig& config) {
    return QString::fromStdString(to_string(config.l1) + " " + to_string(config.l2));
}

} // namespace

std::vector<SdcmConfig> recent_configs() {
    std::vector<SdcmConfig> configs;
    for (const QString& text : QSettings().value(settings_key()).toStringList()) {
        const QStringList levels = text.split(QLatin1Char(' '));
        try {
            configs.push_back({parse_cache_geometry(levels.value(0).toStdString()),
                               parse_cache_geometry(levels.value(1).toStdString())});
        } catch (const UsageError&) { // from another version of the program, or edited by hand
            continue;
        }
    }
    return configs;
}

void remember_config(const SdcmConfig& config) {
    QSettings settings;
    QStringList texts = settings.value(settings_key()).toStringList();
    texts.removeAll(stored_text(config));
    texts.prepend(stored_text(config));
    while (texts.size() > most_configs)
        texts.removeLast();
    settings.setValue(settings_key(), texts);
}

QString config_text(const SdcmConfig& config) {
    return QStringLiteral("L1 %1 · L2 %2")
        .arg(QString::fromStdString(to_string(config.l1)), QString::fromStdString(to_string(config.l2)));
}

} // namespace hitmap
