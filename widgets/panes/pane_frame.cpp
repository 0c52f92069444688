#include "widgets/panes/pane_frame.h"

#include "widgets/base/format.h"
#include "widgets/colour/colour_bar.h"
#include "widgets/controls/elided_label.h"
#include "widgets/controls/job_bar.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/panes/incomplete_banner.h"
#include "widgets/panes/no_mesh_page.h"
#include "widgets/panes/part_banner.h"
#include "widgets/panes/restriction_banner.h"
#include "widgets/session/recent_configs.h"

#include <QtCore/QEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

PaneFrame::PaneFrame(Pane& pane, SharedGeometries& geometries, QWidget* parent)
    : QFrame(parent),
      pane_(pane),
      line_(new QWidget),
      title_(new ElidedLabel),
      close_(new QToolButton),
      view_(new QWidget),
      mesh_view_(new MeshView(pane, geometries)),
      no_mesh_page_(new NoMeshPage(pane)),
      colour_bar_(new ColourBar(pane)),
      job_bar_(new JobBar(pane.work(), view_)) {
    setObjectName(QStringLiteral("pane_frame"));
    lay_out();
    connect_model();
    show_title();
    show_recording();
}

void PaneFrame::lay_out() {
    title_->setObjectName(QStringLiteral("pane_title"));
    title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    close_->setObjectName(QStringLiteral("pane_close"));
    close_->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    close_->setAutoRaise(true);
    close_->setToolTip(tr("Close this pane (Ctrl+W)"));
    close_->setAccessibleName(tr("Close this pane"));
    line_->setAutoFillBackground(true);
    auto* line = new QHBoxLayout(line_);
    line->setContentsMargins(8, 2, 4, 2);
    line->addWidget(title_, 1);
    line->addWidget(close_);
    auto* one_of = new QHBoxLayout(view_);
    one_of->setContentsMargins(0, 0, 0, 0);
    one_of->addWidget(mesh_view_);
    one_of->addWidget(no_mesh_page_);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(0);
    columns->addWidget(view_, 1);
    columns->addWidget(colour_bar_);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(line_);
    rows->addWidget(new IncompleteBanner(pane_));
    rows->addWidget(new PartBanner(pane_));
    rows->addWidget(new RestrictionBanner(pane_));
    rows->addLayout(columns, 1);
    job_bar_->setAutoFillBackground(true);
    set_place({}, true);
}

void PaneFrame::connect_model() {
    for (QObject* watched : {static_cast<QObject*>(view_), static_cast<QObject*>(mesh_view_),
                             static_cast<QObject*>(no_mesh_page_->widget()), static_cast<QObject*>(job_bar_),
                             static_cast<QObject*>(line_), static_cast<QObject*>(colour_bar_)})
        watched->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (now != nullptr && no_mesh_page_->isAncestorOf(now)) Q_EMIT chosen();
    });
    connect(&pane_, &Pane::recording_changed, this, &PaneFrame::show_recording);
    connect(mesh_view_, &MeshView::failed, this, &PaneFrame::failed);
    connect(close_, &QToolButton::clicked, this, &PaneFrame::close_requested);
    connect(&pane_, &Pane::work_changed, this, [this] { job_bar_->set_title(pane_.work_title()); });
    for (const auto told :
         {&Pane::metric_changed, &Pane::values_changed, &Pane::profile_changed, &Pane::reference_changed}) {
        connect(&pane_, told, this, &PaneFrame::show_title);
        connect(&pane_, told, this, &PaneFrame::scale_changed);
    }
}

void PaneFrame::set_place(const QString& letter, bool active) {
    letter_ = letter;
    active_ = active;
    line_->setVisible(!letter.isEmpty());
    line_->setBackgroundRole(active ? QPalette::Highlight : QPalette::Button);
    title_->setForegroundRole(active ? QPalette::HighlightedText : QPalette::ButtonText);
    show_title();
}

bool PaneFrame::shows_mesh() const {
    return pane_.recording() == nullptr || pane_.recording()->has_mesh();
}

void PaneFrame::focus_view() {
    (shows_mesh() ? static_cast<QWidget*>(mesh_view_) : no_mesh_page_)->setFocus();
}

void PaneFrame::show_recording() {
    const QWidget* focus = window()->focusWidget();
    const bool focused = focus == mesh_view_ || focus == no_mesh_page_ || no_mesh_page_->isAncestorOf(focus);
    mesh_view_->setVisible(shows_mesh());
    no_mesh_page_->setVisible(!shows_mesh());
    job_bar_->raise();
    if (focused) focus_view();
    Q_EMIT scale_changed();
}

void PaneFrame::show_title() {
    const auto recording = pane_.recording();
    QString text = tr("Nothing is open");
    if (recording != nullptr) {
        const PaneChoices& choices = pane_.choices();
        text = QStringLiteral("%1 · %2").arg(QString::fromStdString(recording->name),
                                             config_text(pane_.config()));
        if (recording->has_mesh()) text += QStringLiteral(" · ") + text_of(info_of(choices.metric).title);
        if (!pane_.config().only.empty())
            text += QStringLiteral(" · ") + restriction_text(pane_.config().only);
        const FrameValues* values = pane_.values().get();
        if (values != nullptr && values->difference)
            text += tr(", difference %1").arg(text_of(difference_name(values->sides.letters)));
        if (choices.frames.total > 1)
            text += tr(" · frame %1 of %2").arg(frame_text(choices.frames)).arg(choices.frames.total);
    }
    const QString line = QStringLiteral("%1  %2").arg(letter_, text);
    title_->set_text(line);
    setAccessibleName(tr("Pane %1").arg(line));
}

bool PaneFrame::has_scale_of(const PaneFrame& other) const {
    const FrameValues* mine = pane_.values().get();
    const FrameValues* theirs = other.pane_.values().get();
    if (!shows_mesh() || !other.shows_mesh()) return false;
    return mine != nullptr && theirs != nullptr && mine->metric == theirs->metric &&
           same_difference(*mine, *theirs) && pane_.range() == other.pane_.range() &&
           pane_.choices().view.colour_map == other.pane_.choices().view.colour_map;
}

void PaneFrame::place_job_bar() {
    const QSize size(view_->width() - 16, job_bar_->sizeHint().height());
    job_bar_->setGeometry(8, view_->height() - size.height() - 8, size.width(), size.height());
}

bool PaneFrame::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Show:
        if (watched == view_ || watched == job_bar_) place_job_bar();
        break;
    case QEvent::MouseButtonPress:
    case QEvent::FocusIn:
        Q_EMIT chosen();
        break;
    default:
        break;
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace hitmap
