#include "widgets/incomplete_banner.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStyle>

namespace hitmap {

IncompleteBanner::IncompleteBanner(Pane& pane, QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("incomplete_banner"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this);
    auto* icon = new QLabel;
    icon->setPixmap(style()->standardIcon(QStyle::SP_MessageBoxWarning, nullptr, this).pixmap(size));
    auto* text = new QLabel(
        tr("This recording was interrupted: it ends with its last whole block, and so does all shown here."));
    text->setForegroundRole(QPalette::ToolTipText);
    text->setWordWrap(true);
    text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout(this);
    row->addWidget(icon, 0, Qt::AlignTop);
    row->addWidget(text, 1);
    const auto show_state = [this, &pane] {
        setVisible(pane.recording() != nullptr && pane.recording()->file->incomplete());
    };
    connect(&pane, &Pane::recording_changed, this, show_state);
    show_state();
}

} // namespace hitmap
