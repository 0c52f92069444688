#include "widgets/panes/part_banner.h"

#include "core/trace/model/recording_part.h"
#include "widgets/base/format.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>

namespace hitmap {

PartBanner::PartBanner(Pane& pane, QWidget* parent) : QFrame(parent), pane_(pane), text_(new QLabel) {
    setObjectName(QStringLiteral("part_banner"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    text_->setObjectName(QStringLiteral("part_text"));
    text_->setForegroundRole(QPalette::ToolTipText);
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text_->setWordWrap(true);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* whole = new QPushButton(tr("Open All of It"));
    whole->setObjectName(QStringLiteral("open_whole"));
    whole->setToolTip(tr("Opens the whole recording in this pane"));
    whole_ = whole;
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 4, 2);
    row->addWidget(text_, 1);
    row->addWidget(whole, 0, Qt::AlignTop);
    connect(whole, &QPushButton::clicked, this, [this] {
        RecordingSpec whole_spec = pane_.recording()->spec;
        whole_spec.part = {};
        pane_.open(whole_spec);
    });
    connect(&pane, &Pane::recording_changed, this, &PartBanner::show_state);
    show_state();
}

void PartBanner::show_state() {
    const auto recording = pane_.recording();
    const QString part = recording != nullptr ? text_of(part_text(recording->info())) : QString();
    text_->setText(
        tr("This is a part of a recording: %1. All numbers are of it alone; its caches begin empty.")
            .arg(part));
    // A part that was saved as a file does not know where the rest is.
    whole_->setVisible(recording != nullptr && !recording->spec.part.is_whole());
    setVisible(!part.isEmpty());
}

} // namespace hitmap
