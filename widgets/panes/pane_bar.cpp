#include "widgets/panes/pane_bar.h"

#include "widgets/base/format.h"
#include "widgets/colour/range_box.h"
#include "widgets/controls/combo_width.h"
#include "widgets/model/model_box.h"
#include "widgets/panes/metric_box.h"
#include "widgets/panes/pane_text.h"
#include "widgets/session/panes/recent_configs.h"
#include "widgets/time/frame_box.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>

namespace hitmap {

namespace {

void open_list(QComboBox& box) {
    box.setFocus(Qt::ShortcutFocusReason);
    box.showPopup();
}

void edit_number(QSpinBox& box) {
    box.setFocus(Qt::ShortcutFocusReason);
    box.selectAll();
}

} // namespace

PaneBar::PaneBar(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      mesh_(shown_button("bar_mesh", tr("Mesh"), tr("Shows the scene (Ctrl+I)"), Shown::mesh)),
      image_(shown_button("bar_image", tr("Image"),
                          tr("Shows the image, with a quantity on each of its pixels (Ctrl+I)"),
                          Shown::image)),
      model_(new ModelBox),
      caches_(new QToolButton),
      metric_(new MetricBox(pane)),
      count_(new FrameBox(pane, FramePart::total)),
      first_(new FrameBox(pane, FramePart::first)),
      range_(new RangeBox(pane)) {
    model_->setObjectName(QStringLiteral("bar_model"));
    caches_->setObjectName(QStringLiteral("bar_caches"));
    metric_->setObjectName(QStringLiteral("bar_metric"));
    count_->setObjectName(QStringLiteral("bar_frame_count"));
    first_->setObjectName(QStringLiteral("bar_frame"));
    range_->setObjectName(QStringLiteral("bar_range"));
    lay_out();
    connect_model();
    show_config();
    show_shown();
}

QToolButton* PaneBar::shown_button(const char* name, const QString& text, const QString& tip, Shown shown) {
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    button->setAutoRaise(true); // so that the one that is chosen stands out
    button->setFocusPolicy(Qt::StrongFocus);
    // The button that is chosen stays pressed.
    connect(button, &QToolButton::clicked, this, [this, shown] {
        pane_.set_shown(shown);
        show_shown();
    });
    return button;
}

void PaneBar::show_shown() {
    mesh_->setChecked(!pane_.shows_image());
    image_->setChecked(pane_.shows_image());
}

void PaneBar::lay_out() {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 2, 6, 2);
    row->setSpacing(4);
    const auto add = [row](const QString& text, QWidget* control, int stretch) {
        auto* label = new QLabel(text);
        label->setBuddy(control);
        row->addWidget(label);
        row->addWidget(control, stretch);
    };
    auto* shown = new QHBoxLayout;
    shown->setSpacing(0);
    shown->addWidget(mesh_);
    shown->addWidget(image_);
    row->addLayout(shown);
    row->addSpacing(8);
    add(tr("Model"), model_, 3);
    row->addWidget(caches_);
    row->addSpacing(8);
    add(tr("Metric"), metric_, 2);
    row->addSpacing(8);
    add(tr("Frames"), count_, 0);
    add(tr("Frame"), first_, 0);
    row->addSpacing(8);
    add(tr("Range"), range_, 2);
    row->addStretch(1);
    for (QComboBox* box :
         {static_cast<QComboBox*>(model_), static_cast<QComboBox*>(metric_), static_cast<QComboBox*>(range_)})
        bound_width(*box, 8);
    caches_->setFocusPolicy(Qt::StrongFocus);
}

void PaneBar::connect_model() {
    connect(model_, &ModelBox::chosen, this, &PaneBar::simulate);
    connect(caches_, &QToolButton::clicked, this, &PaneBar::caches_requested);
    for (const FrameBox* box : {count_, first_})
        connect(box, &FrameBox::entered, this, &PaneBar::number_entered);
    connect(&pane_, &Pane::shown_changed, this, &PaneBar::show_shown);
    connect(&pane_, &Pane::profile_changed, this, &PaneBar::show_config);
    connect(&pane_, &Pane::work_changed, this, &PaneBar::show_config);
}

void PaneBar::show_config() {
    // What a slider shows is not wanted before it is let go.
    const bool moves = pane_.live().shown() && pane_.work().title().isEmpty();
    const ModelChoice& config = moves ? pane_.config() : pane_.wanted_config();
    const auto profile = pane_.profile();
    const bool as_recorded = profile != nullptr && !profile->capabilities().can_resimulate;
    if (as_recorded)
        model_->show_as_recorded();
    else
        model_->set_preset(config.preset);
    model_->setEnabled(profile != nullptr && !as_recorded);
    if (as_recorded) {
        caches_->setText(tr("As recorded …"));
        caches_->setToolTip(
            tr("Hits and look-ups are those of the recording: %1. It has no requests, so that "
               "other caches cannot be simulated")
                .arg(caches_text(pane_)));
        return;
    }
    caches_->setText(tr("L1 %1, L2 %2%3 …")
                         .arg(text_of(format_size(config.l1.capacity)),
                              text_of(format_size(config.l2.capacity)), estimate_mark(pane_)));
    const auto standard = model_->standard();
    const bool changed = standard && (standard->l1 != config.l1 || standard->l2 != config.l2);
    QString tip = tr("%1%2. Shows the caches, to change them")
                      .arg(config_text(config), changed ? tr(" (not those of the model)") : QString());
    if (const QString estimate = estimate_tip(pane_); !estimate.isEmpty())
        tip += QStringLiteral("\n\n") + estimate;
    caches_->setToolTip(tip);
}

void PaneBar::simulate() {
    auto config = model_->standard();
    // if the preset cannot be read, the simulation reports the error
    if (!config) {
        config.emplace();
        config->preset = model_->preset();
    }
    config->only = pane_.wanted_config().only;
    config->explain_misses = pane_.wanted_config().explain_misses && !config->preset.empty();
    if (*config == pane_.wanted_config()) return;
    remember_config(pane_.config());
    remember_config(*config);
    pane_.simulate(*config);
}

void PaneBar::choose_model() {
    open_list(*model_);
}

void PaneBar::choose_metric() {
    open_list(*metric_);
}

void PaneBar::choose_frame_count() {
    edit_number(*count_);
}

void PaneBar::choose_frame() {
    edit_number(*first_);
}

void PaneBar::choose_range() {
    open_list(*range_);
}

} // namespace hitmap
