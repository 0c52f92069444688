#include "widgets/comparison/findings_cost.h"

#include "core/analysis/findings/change.h"
#include "core/jobs/memory.h"
#include "widgets/base/format.h"
#include "widgets/session/recording/opening_memory.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

/// Simulations of few SMs do not become faster with more.
constexpr unsigned most_useful_threads = 8;

QString time_text(double seconds) {
    if (seconds < 90.0) return QStringLiteral("%1 s").arg(fixed_number(std::ceil(seconds), 0));
    const double minutes = seconds / 60.0;
    if (minutes < 90.0) return QStringLiteral("%1 min").arg(fixed_number(minutes, 0));
    return QStringLiteral("%1 h").arg(fixed_number(minutes / 60.0, 1));
}

} // namespace

FindingsCost cost_of_findings(const OpenRecording& recording, const HierarchyConfig& caches,
                              unsigned threads) {
    const RecordingInfo& info = recording.info();
    const unsigned useful = std::clamp(threads, 1U, most_useful_threads);
    return {estimate_findings_seconds(info) / useful,
            memory_of(recording, true) + estimate_findings_bytes(info, caches, threads) +
                KeptRequests::estimated_bytes(info, usual_spare_bytes())};
}

QString cost_text(const FindingsCost& cost) {
    return unbroken(QCoreApplication::translate("hitmap::FindingsPanel", "about %1 and %2 of memory")
                        .arg(time_text(cost.seconds), bytes_text(cost.bytes)));
}

bool FindingsBudget::allows(const FindingsCost& cost) const {
    return cost.seconds <= seconds &&
           cost.bytes <= std::min({bytes, machine_memory(), available_memory_bytes()});
}

} // namespace hitmap
