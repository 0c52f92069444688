#include "widgets/panes/subtree_banner.h"

#include "render/view/range_choice.h"
#include "widgets/base/format.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolButton>

namespace hitmap {

SubtreeBanner::SubtreeBanner(Pane& pane, QWidget* parent) : QFrame(parent), pane_(pane), text_(new QLabel) {
    setObjectName(QStringLiteral("subtree_banner"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    text_->setObjectName(QStringLiteral("subtree_text"));
    text_->setForegroundRole(QPalette::ToolTipText);
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* all = new QToolButton;
    all->setObjectName(QStringLiteral("draw_everything"));
    all->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    all->setAutoRaise(true);
    all->setToolTip(tr("Draw everything again (Ctrl+Shift+H)"));
    all->setAccessibleName(tr("Draw everything again"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 4, 2);
    row->addWidget(text_, 1);
    row->addWidget(all, 0, Qt::AlignTop);
    connect(all, &QToolButton::clicked, this, [this] { draw_everything(pane_); });
    for (const auto told :
         {&Pane::look_changed, &Pane::shown_changed, &Pane::recording_changed, &Pane::values_changed})
        connect(&pane, told, this, &SubtreeBanner::show_state);
    show_state();
}

void SubtreeBanner::show_state() {
    const View& view = pane_.choices().view;
    QStringList parts;
    if (view.subtree) {
        const QString box = count_text(view.subtree->box);
        parts += view.subtree->drawn == SubtreeChoice::Drawn::alone
                     ? tr("Only box %1 and the boxes and faces below it are drawn.").arg(box)
                     : tr("Box %1 and the boxes and faces below it are hidden.").arg(box);
    }
    if (view.cut_plane || view.cut_box)
        parts += !view.cut_box     ? tr("A plane cuts the scene.")
                 : !view.cut_plane ? tr("The scene is cut to a box.")
                                   : tr("A plane cuts the scene, and it is cut to a box.");
    text_->setText(parts.join(QLatin1Char(' ')));
    setVisible(!parts.isEmpty() && pane_.recording() != nullptr && !pane_.shows_image());
}

void draw_subtree(Pane& pane, const std::optional<SubtreeChoice>& subtree) {
    View view = pane.choices().view;
    view.subtree = subtree;
    pane.set_view(view);
}

void draw_everything(Pane& pane) {
    View view = pane.choices().view;
    view.subtree.reset();
    view.cut_plane.reset();
    view.cut_box.reset();
    choose_ranges(view, {});
    pane.set_view(view);
}

} // namespace hitmap
