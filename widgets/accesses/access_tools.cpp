#include "widgets/accesses/access_tools.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QKeySequence>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

QString plain(QString text) {
    return text.remove(QLatin1Char('&'));
}

QToolButton* step_button(const AccessStep& step) {
    auto* button = new QToolButton;
    button->setObjectName(step.name);
    button->setAutoRaise(true);
    button->setText(step.label);
    const QString key = QKeySequence(step.key).toString(QKeySequence::NativeText);
    button->setAccessibleName(plain(step.text));
    button->setToolTip(QStringLiteral("%1 (%2)").arg(plain(step.text), key));
    return button;
}

} // namespace

AccessTools::AccessTools(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      segments_(new QCheckBox(tr("Ra&ys as lines"))),
      visited_(new QCheckBox(tr("Only visited"))) {
    auto* steps = new QHBoxLayout;
    steps->setSpacing(0);
    for (const AccessStep& step : access_steps()) {
        QToolButton* button = step_button(step);
        connect(button, &QToolButton::clicked, this,
                [this, step] { Q_EMIT step_wanted(step.to, step.direction); });
        steps->addWidget(button);
    }
    steps->addStretch();
    segments_->setObjectName(QStringLiteral("ray_segments"));
    segments_->setToolTip(
        tr("Draws the rays of a pixel in the mesh view. A recording has no rays: they are derived from its "
           "camera, the lane tags and the faces that each ray accessed. The legend says how."));
    visited_->setObjectName(QStringLiteral("visited_only"));
    visited_->setToolTip(tr("The mesh view outlines the boxes and faces of the list up to the current row, "
                            "so that they appear while you step, instead of all of a pixel at once"));
    auto* choices = new QHBoxLayout;
    choices->addWidget(segments_);
    choices->addWidget(visited_);
    choices->addStretch();
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(2);
    rows->addLayout(steps);
    rows->addLayout(choices);
    for (QCheckBox* box : {segments_, visited_})
        connect(box, &QCheckBox::toggled, this, &AccessTools::choose_display);
    pane_.follow_panel<RayDisplay>(this, &AccessTools::show_display);
    show_display();
}

void AccessTools::show_display() {
    const QSignalBlocker quiet_segments(segments_);
    const QSignalBlocker quiet_visited(visited_);
    segments_->setChecked(pane_.choices().panel<RayDisplay>().segments);
    visited_->setChecked(pane_.choices().panel<RayDisplay>().visited);
}

void AccessTools::choose_display() {
    pane_.set_panel(RayDisplay{.segments = segments_->isChecked(), .visited = visited_->isChecked()});
}

} // namespace hitmap
