#include "widgets/panes/unheld_banner.h"

#include "render/view/unheld_elements.h"
#include "widgets/base/format.h"
#include "widgets/session/panes/pane.h"

#include <QtCore/QStringList>

namespace hitmap {

UnheldBanner::UnheldBanner(Pane& pane, QWidget* parent) : QLabel(parent), pane_(pane) {
    setObjectName(QStringLiteral("unheld_text"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setForegroundRole(QPalette::ToolTipText);
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setWordWrap(true);
    setMargin(4);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(&pane, &Pane::recording_changed, this, &UnheldBanner::show_state);
    show_state();
}

void UnheldBanner::show_state() {
    QStringList sentences;
    if (const auto recording = pane_.recording(); recording != nullptr)
        for (const std::string& sentence : unheld_elements(recording->info()))
            sentences.append(text_of(sentence));
    setText(sentences.join(QLatin1Char(' ')));
    setVisible(!sentences.isEmpty());
}

} // namespace hitmap
