#include "widgets/messages/job_bar.h"

#include "widgets/base/format.h"
#include "widgets/base/job.h"
#include "widgets/controls/elided_label.h"
#include "widgets/messages/activity_bar.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QPushButton>

#include <chrono>
#include <cmath>

namespace hitmap {

namespace {

QString stage_text(const Progress::Snapshot& progress) {
    QString text = QString::fromStdString(progress.stage);
    if (progress.done > 0 && !progress.unit.empty()) {
        text +=
            QStringLiteral(" · %1 %2").arg(count_text(progress.done), QString::fromStdString(progress.unit));
    }
    return text;
}

} // namespace

JobBar::JobBar(JobRunner& runner, QWidget* parent)
    : QFrame(parent),
      runner_(runner),
      title_(new ElidedLabel),
      stage_(new ElidedLabel),
      bar_(new ActivityBar) {
    setObjectName(QStringLiteral("job_bar"));
    bar_->setMinimumWidth(bar_->fontMetrics().horizontalAdvance(QStringLiteral("100 %")) * 2);
    bar_->setMaximumWidth(320);
    bar_->setAccessibleName(tr("Progress"));
    stage_->setObjectName(QStringLiteral("job_stage"));
    auto* stop = new QPushButton(tr("&Stop"));
    stop->setObjectName(QStringLiteral("stop_button"));
    stop->setToolTip(tr("Stop; what is shown stays as it is"));
    connect(stop, &QPushButton::clicked, &runner, &JobRunner::stop);

    auto* row = new QHBoxLayout(this);
    row->addWidget(title_);
    row->addWidget(bar_);
    row->addWidget(stage_);
    row->addStretch();
    row->addWidget(stop);

    connect(&runner, &JobRunner::started, this, [this] {
        show_progress({});
        if (late_.interval() == 0)
            show();
        else
            late_.start();
    });
    late_.setSingleShot(true);
    connect(&late_, &QTimer::timeout, this, [this] { setVisible(runner_.running()); });
    connect(&runner, &JobRunner::progressed, this, &JobBar::show_progress);
    for (const auto ended : {&JobRunner::finished, &JobRunner::stopped})
        connect(&runner, ended, this, &JobBar::hide);
    connect(&runner, &JobRunner::failed, this, &JobBar::hide);
    setVisible(runner.running());
}

void JobBar::set_title(const QString& title) {
    title_->set_text(title);
}

void JobBar::show_only_long_jobs() {
    constexpr std::chrono::milliseconds moment{200};
    late_.setInterval(moment);
}

void JobBar::keep_room() {
    QSizePolicy policy = sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    setSizePolicy(policy);
}

void JobBar::make_narrow() {
    stage_->hide();
    bar_->setMaximumWidth(QWIDGETSIZE_MAX);
    bar_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void JobBar::show_progress(const Progress::Snapshot& progress) {
    constexpr int steps = 1000; // the bar moves by a tenth of a percent
    const auto fraction = fraction_of(progress);
    // With an empty range the bar shows activity without a percentage.
    bar_->setRange(0, fraction ? steps : 0);
    if (fraction) bar_->setValue(static_cast<int>(std::lround(*fraction * steps)));
    stage_->set_text(stage_text(progress));
    bar_->setToolTip(stage_->text());
}

} // namespace hitmap
