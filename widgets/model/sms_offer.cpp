#include "widgets/model/sms_offer.h"

#include "core/trace/model/estimates.h"
#include "widgets/base/format.h"
#include "widgets/session/panes/pane.h"
#include "widgets/session/panes/simulated_sms.h"

#include <QtCore/QEvent>
#include <QtCore/QStringList>

namespace hitmap {

namespace {

QString link_to(const char* name, const QString& text) {
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(QLatin1String(name), text.toHtmlEscaped());
}

} // namespace

SmsOffer::SmsOffer(Pane& pane, Look look, QWidget* parent) : QLabel(parent), pane_(pane), look_(look) {
    setObjectName(look == Look::banner ? QStringLiteral("sms_banner") : QStringLiteral("sms_offer"));
    if (look == Look::banner) {
        setFrameShape(QFrame::StyledPanel);
        setAutoFillBackground(true);
        setBackgroundRole(QPalette::ToolTipBase);
        setForegroundRole(QPalette::ToolTipText);
        setMargin(4);
    }
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::TextBrowserInteraction);
    setWordWrap(true);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(this, &QLabel::linkActivated, this, &SmsOffer::take);
    connect(&pane, &Pane::recording_changed, this, &SmsOffer::show_state);
    connect(&pane, &Pane::profile_changed, this, &SmsOffer::show_state);
    show_state();
}

/// Links have the colour of the text around them, which is readable in every theme; they are underlined.
void SmsOffer::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    const QColor text = palette().color(foregroundRole());
    if (palette().color(QPalette::Link) == text) return;
    QPalette changed = palette();
    changed.setColor(QPalette::Link, text);
    changed.setColor(QPalette::LinkVisited, text);
    setPalette(changed);
}

QString SmsOffer::sentences() const {
    const auto sms = simulated_sms(pane_);
    if (!sms || (!sms->differ() && !sms->are_dealt())) return {};
    QStringList texts;
    if (sms->are_dealt()) {
        texts += tr("Thread blocks, recorded on %1 SMs, are dealt to %2 SMs.")
                     .arg(sms->recorded)
                     .arg(sms->simulated);
        const QString estimate = text_of(estimate_text(pane_.recording()->info()));
        if (!estimate.isEmpty()) texts += estimate + QLatin1Char('.');
    }
    if (sms->differ() && look_ == Look::banner) {
        const QString load = tr("the load on L2 and DRAM is not that of this GPU.");
        texts += (sms->are_dealt() ? tr("The GPU has %1: ").arg(*sms->gpu)
                                   : tr("Simulated with the %1 SMs of the recording, while the GPU has %2: ")
                                         .arg(sms->simulated)
                                         .arg(*sms->gpu)) +
                 load;
    }
    return texts.join(QLatin1Char(' ')).toHtmlEscaped();
}

void SmsOffer::show_state() {
    QString text = sentences();
    const auto sms = simulated_sms(pane_);
    QStringList links;
    if (sms && sms->differ()) {
        const RecordingSpec& spec = pane_.recording()->spec;
        if (spec.dealt_sms != *sms->gpu)
            links += link_to("deal", tr("Deal the blocks to %1 SMs").arg(*sms->gpu));
        if (traced_on(*pane_.recording(), *sms->gpu))
            links += link_to("trace", tr("Trace again with %1 SMs").arg(*sms->gpu));
    }
    if (sms && pane_.recording()->spec.dealt_sms != 0) links += link_to("recorded", tr("As recorded"));
    if (!links.isEmpty() && look_ == Look::banner) links += link_to("hide", tr("Hide"));
    if (!text.isEmpty() && !links.isEmpty()) text += QLatin1Char(' ');
    shown_ = text + links.join(QStringLiteral(" \u00b7 "));
    setText(shown_);
    setVisible(!shown_.isEmpty() && shown_ != hidden_);
}

void SmsOffer::take(const QString& link) {
    const auto recording = pane_.recording();
    const auto sms = simulated_sms(pane_);
    if (link == QLatin1String("hide")) {
        hidden_ = shown_;
        hide();
    }
    if (recording == nullptr || !sms) return;
    if (link == QLatin1String("recorded")) open_instead(pane_, dealt_to(*recording, 0));
    if (!sms->gpu) return;
    if (link == QLatin1String("deal")) open_instead(pane_, dealt_to(*recording, *sms->gpu));
    if (link == QLatin1String("trace"))
        if (const auto traced = traced_on(*recording, *sms->gpu)) open_instead(pane_, *traced);
}

} // namespace hitmap
