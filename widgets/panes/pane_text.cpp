#include "widgets/panes/pane_text.h"

#include "widgets/base/format.h"
#include "widgets/base/tr.h"
#include "widgets/panes/restriction_banner.h"
#include "widgets/session/panes/pane.h"
#include "widgets/session/panes/recent_configs.h"

namespace hitmap {

QString pane_text(const Pane& pane) {
    const QString letter{QLatin1Char(pane.letter())};
    if (pane.recording() == nullptr) return tr("%1 · nothing is open").arg(letter);
    QString text = QStringLiteral("%1 · %2 · %3")
                       .arg(letter, text_of(pane.recording()->name), config_text(pane.config()));
    if (!pane.config().only.empty()) text += QStringLiteral(" · ") + restriction_text(pane.config().only);
    return text;
}

} // namespace hitmap
