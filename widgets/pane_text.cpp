#include "widgets/pane_text.h"

#include "widgets/format.h"
#include "widgets/pane.h"
#include "widgets/recent_configs.h"
#include "widgets/restriction_banner.h"
#include "widgets/tr.h"

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
