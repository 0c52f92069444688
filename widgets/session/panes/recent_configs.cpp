#include "widgets/session/panes/recent_configs.h"

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

QString stored_text(const ModelChoice& config) {
    std::string text = to_string(config.l1) + " " + to_string(config.l2);
    if (!config.preset.empty()) text += " " + config.preset; // last, since a path may contain spaces
    return QString::fromStdString(text);
}

} // namespace

std::vector<ModelChoice> recent_configs() {
    std::vector<ModelChoice> configs;
    for (const QString& text : QSettings().value(settings_key()).toStringList()) {
        const QStringList levels = text.split(QLatin1Char(' '));
        try {
            configs.push_back({parse_cache_geometry(levels.value(0).toStdString()),
                               parse_cache_geometry(levels.value(1).toStdString()),
                               levels.mid(2).join(QLatin1Char(' ')).toStdString()});
        } catch (const UsageError&) { // written by another version of the program, or edited
            continue;
        }
    }
    return configs;
}

void remember_config(const ModelChoice& config) {
    QSettings settings;
    QStringList texts = settings.value(settings_key()).toStringList();
    texts.removeAll(stored_text(config));
    texts.prepend(stored_text(config));
    while (texts.size() > most_configs)
        texts.removeLast();
    settings.setValue(settings_key(), texts);
}

QString config_text(const ModelChoice& config) {
    const QString caches =
        QStringLiteral("L1 %1 · L2 %2")
            .arg(QString::fromStdString(to_string(config.l1)), QString::fromStdString(to_string(config.l2)));
    if (config.preset.empty()) return caches;
    return QStringLiteral("%1 · %2").arg(QString::fromStdString(config.preset), caches);
}

} // namespace hitmap
