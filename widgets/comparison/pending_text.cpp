#include "widgets/comparison/pending_text.h"

#include "widgets/base/format.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

#include <algorithm>

namespace hitmap {

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("hitmap::FindingsPanel", text);
}

/// What is known of changes that help, beside what the finding says.
QString outlook(const PendingFinding& pending, bool goes_on) {
    const bool has_gain = pending.finding.gain.has_value();
    if (!pending.to_try)
        return goes_on ? translated("What would help: being simulated after the reasons of misses…")
                       : translated("What would help was not simulated.");
    if (!pending.is_open())
        return has_gain ? QString()
                        : translated("What would help: none of the %1 changes that were simulated "
                                     "for it certainly saves 1 % of the waiting.")
                              .arg(*pending.to_try);
    const QString text = !goes_on   ? translated("%1 of the %2 changes that may help were simulated.")
                         : has_gain ? translated("What would help more: being simulated (%1 of %2)…")
                                    : translated("What would help: being simulated (%1 of %2)…");
    return text.arg(goes_on ? pending.tried + 1 : pending.tried).arg(*pending.to_try);
}

} // namespace

QString pending_text(const PendingFinding& pending, bool goes_on) {
    // An imbalance has its gain without any simulation of a change.
    const QString more = pending.finding.what_kind == "sm" ? QString() : outlook(pending, goes_on);
    const QString text = text_of(pending.finding.text);
    return more.isEmpty() ? text : text + QLatin1Char(' ') + more;
}

QString left_out_text(const std::vector<PendingFinding>& pending, const std::vector<Finding>& final) {
    QStringList names;
    for (const PendingFinding& row : pending) {
        const bool stays = std::ranges::any_of(final, [&](const Finding& finding) {
            return finding.what_kind == row.finding.what_kind && finding.what_name == row.finding.what_name;
        });
        if (!stays) names.append(text_of(row.finding.what_name));
    }
    if (names.size() < 2) return names.join(QString());
    const QString last = names.takeLast();
    return translated("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

} // namespace hitmap
