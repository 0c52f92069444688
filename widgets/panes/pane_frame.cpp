#include "widgets/panes/pane_frame.h"

#include "widgets/base/format.h"
#include "widgets/colour/colour_bar.h"
#include "widgets/controls/elided_label.h"
#include "widgets/controls/focus_frame.h"
#include "widgets/controls/overlay_column.h"
#include "widgets/framebuffer/image_view.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/messages/job_bar.h"
#include "widgets/model/sms_offer.h"
#include "widgets/panes/early_banner.h"
#include "widgets/panes/incomplete_banner.h"
#include "widgets/panes/no_mesh_page.h"
#include "widgets/panes/pane_text.h"
#include "widgets/panes/part_banner.h"
#include "widgets/panes/range_chips.h"
#include "widgets/panes/restriction_banner.h"
#include "widgets/panes/subtree_banner.h"
#include "widgets/panes/unheld_banner.h"
#include "widgets/session/panes/pane_scale.h"

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
      view_(new FocusHolder),
      mesh_view_(new MeshView(pane, geometries)),
      image_view_(new ImageView(pane)),
      no_mesh_page_(new NoMeshPage(pane)),
      colour_bar_(new ColourBar(pane)),
      over_view_(new OverlayColumn(*view_)),
      job_bar_(new JobBar(pane.work().job())),
      image_bar_(new JobBar(pane.image().job())) {
    setObjectName(QStringLiteral("pane_frame"));
    lay_out();
    connect_model();
    find_caches();
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
    view_->hold(*mesh_view_);
    view_->hold(*image_view_, false); // its canvas draws the frame
    view_->hold(*no_mesh_page_);
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
    rows->addWidget(new UnheldBanner(pane_));
    rows->addWidget(new SmsOffer(pane_, SmsOffer::Look::banner, this));
    rows->addWidget(new RestrictionBanner(pane_));
    rows->addWidget(new SubtreeBanner(pane_));
    rows->addWidget(new RangeChips(pane_));
    rows->addLayout(columns, 1);
    image_bar_->setObjectName(QStringLiteral("image_job_bar"));
    image_bar_->set_title(tr("Counting the requests of pixels"));
    image_bar_->show_only_long_jobs();
    image_bar_->findChild<QWidget*>(QStringLiteral("stop_button"))
        ->setToolTip(tr("Stop; the requests can be counted again later"));
    for (QWidget* row : {static_cast<QWidget*>(new EarlyBanner(pane_)), static_cast<QWidget*>(image_bar_),
                         static_cast<QWidget*>(job_bar_)})
        over_view_->add_row(*row);
    set_place({}, true);
}

void PaneFrame::connect_model() {
    for (QObject* watched :
         {static_cast<QObject*>(view_), static_cast<QObject*>(mesh_view_),
          static_cast<QObject*>(&image_view_->canvas()), static_cast<QObject*>(&image_view_->page()),
          static_cast<QObject*>(no_mesh_page_->widget()), static_cast<QObject*>(job_bar_),
          static_cast<QObject*>(image_bar_), static_cast<QObject*>(line_),
          static_cast<QObject*>(colour_bar_)})
        watched->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (now != nullptr && (no_mesh_page_->isAncestorOf(now) || image_view_->page().isAncestorOf(now)))
            Q_EMIT chosen();
    });
    connect(&pane_, &Pane::recording_changed, this, &PaneFrame::show_recording);
    connect(&pane_, &Pane::profile_changed, this, &PaneFrame::find_caches); // before the title is shown
    connect(&pane_, &Pane::shown_changed, this, &PaneFrame::show_recording);
    connect(mesh_view_, &MeshView::failed, this, &PaneFrame::failed);
    connect(close_, &QToolButton::clicked, this, &PaneFrame::close_requested);
    connect(&pane_, &Pane::work_changed, this, [this] { job_bar_->set_title(pane_.work().title()); });
    for (const auto told : {&Pane::metric_changed, &Pane::values_changed, &Pane::profile_changed,
                            &Pane::reference_changed, &Pane::shown_changed, &Pane::early_changed}) {
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

bool PaneFrame::has_colours() const {
    if (pane_.recording() == nullptr) return true;
    if (!pane_.shows_image()) return pane_.recording()->has_mesh();
    const auto& image = pane_.image().values();
    return why_no_image(*pane_.recording()).isEmpty() && !pane_.image().stopped() &&
           (image == nullptr || image->refusal.empty());
}

QWidget& PaneFrame::shown() const {
    if (pane_.shows_image()) return *image_view_;
    return has_colours() ? static_cast<QWidget&>(*mesh_view_) : *no_mesh_page_;
}

void PaneFrame::focus_view() {
    if (pane_.shows_image())
        image_view_->focus();
    else
        shown().setFocus();
}

void PaneFrame::show_recording() {
    const QWidget* focus = window()->focusWidget();
    const bool focused = focus != nullptr && view_->isAncestorOf(focus);
    // The one that is hidden must not be the last one that has the keyboard.
    for (QWidget* one : {static_cast<QWidget*>(mesh_view_), static_cast<QWidget*>(image_view_),
                         static_cast<QWidget*>(no_mesh_page_)})
        one->setVisible(one == &shown());
    over_view_->raise();
    if (focused) focus_view();
    Q_EMIT scale_changed();
}

void PaneFrame::find_caches() {
    caches_ = pane_.recording() != nullptr ? caches_text(pane_) + estimate_mark(pane_) : QString();
    title_->set_explanation(estimate_tip(pane_));
}

QString PaneFrame::title_text() const {
    const auto recording = pane_.recording();
    if (recording == nullptr) {
        const EarlyPicture* const early = pane_.opening().early();
        if (early == nullptr) return tr("Nothing is open");
        const QString name = QString::fromStdString(early->recording().name);
        return early->preview != nullptr ? tr("%1 · preview").arg(name) : tr("%1 · scene alone").arg(name);
    }
    const PaneChoices& choices = pane_.choices();
    QString text = QStringLiteral("%1 · %2").arg(QString::fromStdString(recording->name), caches_);
    if (pane_.shows_image())
        text += QStringLiteral(" · ") + tr("image: %1").arg(text_of(choices.image.quantity->title));
    else if (recording->has_mesh())
        text += QStringLiteral(" · ") + text_of(info_of(choices.metric).title);
    if (!pane_.config().only.empty()) text += QStringLiteral(" · ") + restriction_text(pane_.config().only);
    const RangeSubject subject = pane_.range_subject();
    if (subject.difference) {
        const ColourBarText bar = scale_of(pane_).text;
        text += tr(", difference %1").arg(text_of(difference_name(bar.letters)));
    }
    if (choices.frames.total > 1) text += QStringLiteral(" · ") + text_of(frames_name(choices.frames));
    if (choices.frames.total > 1 && choices.frames.bounds != nullptr)
        text += tr(", by %1").arg(text_of(name_in(frame_match_names, choices.frames.bounds->by)));
    return text;
}

void PaneFrame::show_title() {
    const QString line = QStringLiteral("%1  %2").arg(letter_, title_text());
    title_->set_text(line);
    setAccessibleName(tr("Pane %1").arg(line));
}

bool PaneFrame::has_scale_of(const PaneFrame& other) const {
    return has_colours() && other.has_colours() && show_the_same(pane_, other.pane_) &&
           pane_.range() == other.pane_.range() &&
           pane_.choices().view.colour_map == other.pane_.choices().view.colour_map &&
           // One legend cannot explain what is not accessed if the panes count different parts.
           scale_of(pane_).text.undefined == scale_of(other.pane_).text.undefined;
}

bool PaneFrame::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
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
