#include "widgets/format.h"

#include <QtCore/QLocale>

#include <cmath>

namespace hitmap {

namespace {

QString percent_text(double share) {
    return QLocale().toString(share * 100.0, 'f', 1) + QStringLiteral(" %");
}

} // namespace

QString text_of(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<int>(text.size()));
}

QString capitalised(std::string_view text) {
    const QString words = text_of(text);
    return words.left(1).toUpper() + words.mid(1);
}

QString undefined_text() {
    return QStringLiteral("–");
}

QString count_text(std::uint64_t count) {
    return QLocale().toString(static_cast<qulonglong>(count));
}

QString rate_text(const LevelSums& sums) {
    if (sums.lookups == 0) return undefined_text();
    return percent_text(static_cast<double>(sums.hits) / static_cast<double>(sums.lookups) / hit_unit);
}

QString hits_of_lookups_text(const LevelSums& sums) {
    if (sums.lookups == 0) return undefined_text();
    const std::uint64_t hits = (sums.hits + hit_unit / 2) / hit_unit;
    return QStringLiteral("%1 of %2").arg(count_text(hits), count_text(sums.lookups));
}

QString level_text(const QString& level, const LevelSums& sums) {
    if (sums.lookups == 0) return QStringLiteral("%1 %2").arg(level, undefined_text());
    return QStringLiteral("%1 %2 (%3)").arg(level, rate_text(sums), hits_of_lookups_text(sums));
}

QString share_text(std::uint64_t a, std::uint64_t b) {
    if (b == 0) return undefined_text();
    return percent_text(static_cast<double>(a) / static_cast<double>(b));
}

QString bytes_text(std::uint64_t bytes) {
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeIecFormat);
}

} // namespace hitmap
