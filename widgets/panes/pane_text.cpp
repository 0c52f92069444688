#include "widgets/panes/pane_text.h"

#include "core/trace/model/estimates.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"
#include "widgets/panes/restriction_banner.h"
#include "widgets/session/panes/pane.h"
#include "widgets/session/panes/recent_configs.h"
#include "widgets/session/panes/simulated_sms.h"

namespace hitmap {

QString caches_text(const Pane& pane) {
    const RecordingInfo& info = pane.recording()->info();
    if (info.has_sums()) return text_of(recorded_caches_text(info));
    QString text = config_text(pane.config());
    const auto sms = simulated_sms(pane);
    if (sms && sms->differ()) text += tr(" · %1 SMs, the GPU has %2").arg(sms->simulated).arg(*sms->gpu);
    if (sms && sms->are_dealt())
        text += tr(" · blocks dealt to %1 SMs, recorded on %2").arg(sms->simulated).arg(sms->recorded);
    return text;
}

QString estimate_mark(const Pane& pane) {
    const auto recording = pane.recording();
    return recording == nullptr || estimate_reasons(recording->info()).empty() ? QString()
                                                                               : tr(" · estimate");
}

QString estimate_tip(const Pane& pane) {
    const auto recording = pane.recording();
    const QString text = recording == nullptr ? QString() : text_of(estimate_text(recording->info()));
    return text.isEmpty() ? text : text + QLatin1Char('.');
}

QString pane_text(const Pane& pane) {
    const QString letter{QLatin1Char(pane.letter())};
    if (pane.recording() == nullptr) return tr("%1 · nothing is open").arg(letter);
    QString text =
        QStringLiteral("%1 · %2 · %3").arg(letter, text_of(pane.recording()->name), caches_text(pane)) +
        estimate_mark(pane);
    if (!pane.config().only.empty()) text += QStringLiteral(" · ") + restriction_text(pane.config().only);
    return text;
}

} // namespace hitmap
