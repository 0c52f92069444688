#include "app/window/vision_filter.h"

#include "app/window/docks.h"
#include "app/window/figure_adder.h"
#include "render/picture/colour_marks.h"
#include "widgets/base/format.h"
#include "widgets/colour/colour_bar.h"
#include "widgets/controls/colour_vision_effect.h"
#include "widgets/framebuffer/image_view.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/panes/pane_grid.h"
#include "widgets/plot/screen_style.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/session/panes/pane_scale.h"

#include <QtWidgets/QActionGroup>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>

namespace hitmap {

namespace {

void show_frame_as_seen(PaneFrame& frame, ColourVision vision) {
    frame.mesh_view().set_colour_vision(vision);
    show_as_seen(frame.image_view(), vision);
    show_as_seen(frame.colour_bar(), vision);
}

std::vector<ColourMark> marks_of(const Pane& pane) {
    if (pane.values() == nullptr || !why_nothing_is_coloured(pane).isEmpty()) return {};
    return marks_of(pane.choices().view.colour_map, pane.range().difference, scale_of(pane).text);
}

} // namespace

VisionFilter::VisionFilter(const Parts& parts, QWidget* parent)
    : QFrame(parent), parts_(parts), text_(new QLabel) {
    setObjectName(QStringLiteral("vision_banner"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    text_->setObjectName(QStringLiteral("vision_text"));
    text_->setForegroundRole(QPalette::ToolTipText);
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* normal = new QPushButton(tr("Normal Colours"));
    normal->setObjectName(QStringLiteral("normal_vision"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 4, 2);
    row->addWidget(text_, 1);
    row->addWidget(normal, 0, Qt::AlignTop);
    connect(normal, &QPushButton::clicked, this, [this] { set_vision(ColourVision::normal); });
    soon_.setSingleShot(true);
    soon_.setInterval(0);
    connect(&soon_, &QTimer::timeout, this, &VisionFilter::show_warnings);
    connect(&parts_.session, &Session::changed, this, [this] { soon_.start(); });
    connect(&parts_.docks, &Docks::front_changed, this, [this] { soon_.start(); });
    parts_.grid.for_each([this](PaneFrame& frame) {
        connect(&frame.pane(), &Pane::values_changed, this, [this] { soon_.start(); });
        show_frame_as_seen(frame, vision_);
    });
    hide();
}

void VisionFilter::set_vision(ColourVision vision) {
    if (vision == vision_) return;
    vision_ = vision;
    for (std::size_t i = 0; i < parts_.session.pane_count(); ++i)
        show_frame_as_seen(parts_.grid.frame(i), vision);
    for (QWidget* panel : parts_.docks.contents())
        show_as_seen(*panel, vision);
    parts_.figure.set_colour_vision(vision);
    show_warnings();
    Q_EMIT vision_changed();
}

QStringList VisionFilter::warnings() const {
    QStringList lines;
    const auto add = [&](const std::vector<ColourMark>& marks) {
        const QString line = alike_sentence(marks, vision_);
        if (!line.isEmpty() && !lines.contains(line)) lines.append(line);
    };
    for (std::size_t i = 0; i < parts_.session.pane_count(); ++i)
        add(marks_of(parts_.session.pane(i)));
    for (const QWidget* panel : parts_.docks.contents())
        for (const XyPlot* plot : panel->findChildren<XyPlot*>())
            if (plot->isVisible()) add(marks_of(plot->data(), screen_style(*plot)));
    return lines;
}

void VisionFilter::show_warnings() {
    const bool is_seen = vision_ != ColourVision::normal;
    setVisible(is_seen);
    if (!is_seen) return;
    QStringList lines{
        vision_ == ColourVision::grey
            ? tr("Pictures are shown as in a grey print. What is saved keeps its colours.")
            : tr("Pictures are shown as they are seen with %1 colour vision. What is saved keeps its "
                 "colours.")
                  .arg(text_of(info_of(vision_).name))};
    text_->setText((lines + warnings()).join(QLatin1Char('\n')));
}

void VisionFilter::fill_menu(QMenu& menu) {
    auto* group = new QActionGroup(&menu);
    for (const ColourVisionInfo& info : colour_visions()) {
        QAction* action = group->addAction(menu.addAction(text_of(info.title)));
        action->setObjectName(QStringLiteral("vision_") + text_of(info.name));
        action->setCheckable(true);
        action->setChecked(info.vision == vision_);
        connect(action, &QAction::triggered, this, [this, vision = info.vision] { set_vision(vision); });
        connect(this, &VisionFilter::vision_changed, action,
                [this, action, vision = info.vision] { action->setChecked(vision == vision_); });
    }
}

} // namespace hitmap
