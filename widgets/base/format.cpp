#include "widgets/base/format.h"

#include "core/profile/query/quantity.h"

#include <QtCore/QLocale>
#include <QtCore/QRegularExpression>

#include <cmath>

namespace hitmap {

QString number_text(const DistinctNumber& number) {
    const QString digits = fixed_number(number.value, number.decimals);
    return number.bound == '\0' ? digits : QLatin1Char(number.bound) + digits;
}

QString fixed_number(double value, int decimals) {
    // A value that is rounded to zero has no sign.
    const bool zero = fixed_text(value, decimals) == fixed_text(0.0, decimals);
    return QLocale().toString(zero ? 0.0 : value, 'f', decimals);
}

QString signed_text(double value, int decimals) {
    const QString digits = fixed_number(std::abs(value), decimals);
    if (digits == fixed_number(0.0, decimals)) return digits;
    return (value < 0.0 ? QStringLiteral("−") : QStringLiteral("+")) + digits;
}

QString signed_number(const DistinctNumber& number) {
    const QString bound = number.bound == '\0' ? QString() : QString(QLatin1Char(number.bound));
    return bound + signed_text(number.value, number.decimals);
}

QString text_of(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<int>(text.size()));
}

QString unbroken(const QString& sentence) {
    // A number begins a word, unlike that of L1, and ends with a digit, unlike that at the end of a sentence.
    const QRegularExpression number_before_unit(
        QStringLiteral(R"((?<![^\s(])([<>+\x{2212}-]?\d(?:[\d,.]*\d)?) (?=(?:%1)(?![\w-])))")
            .arg(
                QStringLiteral("%|[KMGT]i?B|B|bytes?|cycles?|requests?|look-ups?|misses|hits|sectors?|lines?|"
                               "evictions?|entries|entry|accesses|times|SMs?|ms|s|min|h|pp")));
    QString text = sentence;
    return text.replace(number_before_unit, QStringLiteral("\\1\u00a0"));
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

QString percentage(double share) {
    return number_text(percent_number(share)) + QStringLiteral(" %");
}

QString rate_text(const LevelSums& sums) {
    if (sums.lookups == 0) return undefined_text();
    return percentage(sums.hit_count() / static_cast<double>(sums.lookups));
}

QString hits_of_lookups_text(const LevelSums& sums) {
    if (sums.lookups == 0) return undefined_text();
    const double hits = sums.hit_count();
    return QStringLiteral("%1 of %2")
        .arg(number_text(hits_number(hits, static_cast<double>(sums.lookups))), count_text(sums.lookups));
}

QString misses_text(const LevelSums& sums) {
    if (sums.lookups == 0) return undefined_text();
    return number_text(hits_number(QuantitySums{.level = sums}.misses(), static_cast<double>(sums.lookups)));
}

QString level_text(const QString& level, const LevelSums& sums) {
    if (sums.lookups == 0) return QStringLiteral("%1 %2").arg(level, undefined_text());
    return QStringLiteral("%1 %2 (%3)").arg(level, rate_text(sums), hits_of_lookups_text(sums));
}

QString share_text(std::uint64_t a, std::uint64_t b) {
    if (b == 0) return undefined_text();
    return percentage(static_cast<double>(a) / static_cast<double>(b));
}

QString accesses_text(const TimeWindow& window) {
    if (window.count() == 0) return undefined_text();
    return QStringLiteral("%1–%2").arg(count_text(window.first), count_text(window.last - 1));
}

QString bytes_text(std::uint64_t bytes) {
    const auto size = static_cast<double>(bytes);
    const ByteUnit unit = byte_unit(size);
    return fixed_number(size / unit.bytes, decimals_in(unit)) + QLatin1Char(' ') + text_of(unit.name);
}

} // namespace hitmap
