#include "widgets/panes/restriction_banner.h"

#include "widgets/base/format.h"
#include "widgets/panes/ray_chooser.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolButton>

namespace hitmap {

QString restriction_text(const Restriction& only) {
    QStringList parts;
    if (only.rays) parts.append(ray_text(only.rays));
    Restriction others = only;
    others.rays.reset();
    if (!others.empty()) parts.append(RestrictionBanner::tr("only %1").arg(text_of(title_of(others))));
    return parts.join(QStringLiteral(" · "));
}

RestrictionBanner::RestrictionBanner(Pane& pane, QWidget* parent)
    : QFrame(parent), pane_(pane), text_(new QLabel) {
    setObjectName(QStringLiteral("restriction_banner"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    text_->setObjectName(QStringLiteral("restriction_text"));
    text_->setForegroundRole(QPalette::ToolTipText);
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* lift = new QToolButton;
    lift->setObjectName(QStringLiteral("lift_restriction"));
    lift->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    lift->setAutoRaise(true);
    lift->setToolTip(tr("Count everything again (Esc)"));
    lift->setAccessibleName(tr("Count everything again"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 4, 2);
    row->addWidget(text_, 1);
    row->addWidget(lift, 0, Qt::AlignTop);
    connect(lift, &QToolButton::clicked, this, [this] { lift_restriction(pane_); });
    connect(&pane, &Pane::profile_changed, this, &RestrictionBanner::show_state);
    show_state();
}

void RestrictionBanner::show_state() {
    const Restriction& only = pane_.config().only;
    const bool restricted = pane_.simulation() != nullptr && !only.empty();
    if (restricted)
        text_->setText(tr("Colours and element numbers are of %1 alone.").arg(text_of(title_of(only))));
    setVisible(restricted);
}

void lift_restriction(Pane& pane) {
    ModelChoice config = pane.wanted_config();
    config.only = {};
    if (config != pane.wanted_config()) pane.simulate(config);
}

} // namespace hitmap
