#include "widgets/panes/pane_text.h"

#include "core/cache/gpu/preset_sms.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"
#include "widgets/panes/restriction_banner.h"
#include "widgets/session/panes/pane.h"
#include "widgets/session/panes/recent_configs.h"

namespace hitmap {

QString caches_text(const Pane& pane) {
    const RecordingInfo& info = pane.recording()->info();
    if (info.has_sums())
        return origin_of(info, "caches") == Origin::recorded
                   ? tr("as recorded")
                   : tr("as recorded, with caches that are not known");
    const ModelChoice& config = pane.config();
    QString text = config_text(config);
    const std::uint32_t recorded = info.device.sm_count;
    if (const auto sms = gpu_sms(config.preset); sms && recorded != 0 && *sms != recorded)
        text += tr(" · %1 SMs, the GPU has %2").arg(recorded).arg(*sms);
    return text;
}

QString pane_text(const Pane& pane) {
    const QString letter{QLatin1Char(pane.letter())};
    if (pane.recording() == nullptr) return tr("%1 · nothing is open").arg(letter);
    QString text =
        QStringLiteral("%1 · %2 · %3").arg(letter, text_of(pane.recording()->name), caches_text(pane));
    if (!pane.config().only.empty()) text += QStringLiteral(" · ") + restriction_text(pane.config().only);
    return text;
}

} // namespace hitmap
