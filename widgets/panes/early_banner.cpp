#include "widgets/panes/early_banner.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>

namespace hitmap {

EarlyBanner::EarlyBanner(Pane& pane, QWidget* parent) : QFrame(parent), pane_(pane), text_(new QLabel) {
    setObjectName(QStringLiteral("early_banner"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    text_->setObjectName(QStringLiteral("early_text"));
    text_->setForegroundRole(QPalette::ToolTipText);
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text_->setWordWrap(true);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 8, 2);
    row->addWidget(text_, 1);
    connect(&pane, &Pane::early_changed, this, &EarlyBanner::show_state);
    connect(&pane, &Pane::shown_changed, this, &EarlyBanner::show_state);
    show_state();
}

void EarlyBanner::show_state() {
    const EarlyPicture* const early = pane_.opening().early();
    text_->setText(early != nullptr ? early_text(*early) : QString());
    setVisible(early != nullptr && !pane_.shows_image());
}

} // namespace hitmap
