#include "widgets/model/cache_panel.h"

#include "core/base/error.h"
#include "widgets/controls/steady_label.h"
#include "widgets/model/cache_level_edit.h"
#include "widgets/model/live_caches.h"
#include "widgets/model/model_edit.h"
#include "widgets/model/sms_offer.h"
#include "widgets/session/panes/pane.h"
#include "widgets/session/panes/recent_configs.h"

#include <QtWidgets/QCheckBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>

#include <initializer_list>

namespace hitmap {

CachePanel::CachePanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      model_(new ModelEdit),
      l1_(new CacheLevelEdit(QStringLiteral("L1"))),
      l2_(new CacheLevelEdit(QStringLiteral("L2"))),
      live_(new LiveCaches(pane, model_->box())),
      sms_(new SmsOffer(pane, SmsOffer::Look::row, this)),
      explain_(new QCheckBox(tr("Explain misses"))),
      error_(new SteadyLabel({QStringLiteral("\n")})),
      apply_(new QPushButton(tr("Apply and simulate"))),
      recent_(new QPushButton(tr("Recent"))) {
    setFocusProxy(model_);
    lay_out();
    connect_model();
    note_told();
    show_config();
}

void CachePanel::lay_out() {
    explain_->setObjectName(QStringLiteral("explain_choice"));
    explain_->setToolTip(
        tr("Finds out why look-ups missed, with the memory pipeline of a GPU: metrics of cold, capacity and "
           "conflict misses, and reuse distances; takes about twice the time"));
    error_->setObjectName(QStringLiteral("cache_error"));
    apply_->setObjectName(QStringLiteral("apply_button"));
    apply_->setToolTip(tr("Enter in the text of a cache does the same"));
    recent_->setObjectName(QStringLiteral("recent_configs"));
    recent_->setToolTip(
        tr("Stack distances with their own caches, and the configurations that were simulated last"));
    recent_->setMenu(new QMenu(recent_));
    QSizePolicy policy = error_->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // so that the widgets below do not move
    error_->setSizePolicy(policy);
    error_->hide();
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(apply_, 1);
    buttons->addWidget(recent_);
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    const auto add_level = [form](const QString& title, CacheLevelEdit* edit) {
        form->addRow(title, edit);
        static_cast<QLabel*>(form->labelForField(edit))->setBuddy(&edit->text_edit());
        // Align the label with the text, which is the first line of the level.
        form->labelForField(edit)->setContentsMargins(0, 4, 0, 0);
    };
    form->addRow(tr("Mo&del"), model_);
    form->labelForField(model_)->setContentsMargins(0, 4, 0, 0);
    add_level(tr("L&1 per SM"), l1_);
    add_level(tr("L&2"), l2_);
    form->addRow(explain_);
    form->addRow(error_);
    form->addRow(buttons);
    form->addRow(live_);
    // The last, so that no slider moves away while it is dragged.
    form->addRow(&model_->differences());
    form->addRow(sms_);
}

void CachePanel::connect_model() {
    for (CacheLevelEdit* edit : {l1_, l2_}) {
        connect(edit, &CacheLevelEdit::changed, this, [this] { static_cast<void>(check()); });
        connect(edit, &CacheLevelEdit::submitted, this, &CachePanel::apply);
    }
    connect(explain_, &QCheckBox::toggled, this, [this] { static_cast<void>(check()); });
    connect(explain_, &QCheckBox::clicked, this, &CachePanel::apply); // by the user
    connect(&model_->box(), &ModelBox::chosen, this, &CachePanel::choose_model);
    connect(apply_, &QPushButton::clicked, this, &CachePanel::apply);
    connect(live_, &LiveCaches::moved, this, &CachePanel::show_live);
    connect(live_, &LiveCaches::rested, this, &CachePanel::apply_slider);
    connect(recent_->menu(), &QMenu::aboutToShow, this, &CachePanel::offer_configs);
    connect(&pane_, &Pane::profile_changed, this, &CachePanel::show_config);
    connect(&pane_, &Pane::work_changed, this, &CachePanel::show_config);
}

std::optional<ModelChoice> CachePanel::check() {
    const auto profile = pane_.profile();
    const bool is_fixed = profile != nullptr && !profile->capabilities().can_resimulate;
    for (QWidget* choice : std::initializer_list<QWidget*>{model_, l1_, l2_, live_, recent_})
        choice->setEnabled(!is_fixed);
    explain_->setEnabled(!is_fixed && !model_->box().preset().empty());
    try {
        if (is_fixed)
            throw Error("The recording has sums of hits and no requests: other caches cannot be simulated.");
        ModelChoice config{l1_->value(), l2_->value(), model_->box().preset(), pane_.wanted_config().only};
        config.explain_misses = explain_->isEnabled() && explain_->isChecked();
        live_->set_choice(config);
        const auto recording = pane_.recording();
        model_->show_differences(config, recording != nullptr ? recording->info().device.sm_count : 0);
        model_->box().check(config);
        error_->hide();
        live_->set_error({});
        apply_->setEnabled(recording != nullptr && (config != pane_.config() || pane_.live().shown()));
        return config;
    } catch (const Error& error) {
        error_->setText(QString::fromStdString(error.what()));
        error_->show();
        live_->set_error(error_->text());
        apply_->setEnabled(false);
        return std::nullopt;
    }
}

std::optional<ModelChoice> CachePanel::take_form() {
    const auto config = check();
    if (!config || (*config == pane_.config() && !pane_.live().shown())) return std::nullopt;
    remember_config(pane_.live().shown() ? pane_.wanted_config() : pane_.config());
    remember_config(*config);
    note_told();
    return config;
}

void CachePanel::apply() {
    if (const auto config = take_form()) pane_.simulate(*config);
}

void CachePanel::apply_slider() {
    if (const auto config = take_form()) pane_.simulate_in_passing(*config);
}

void CachePanel::show_live(std::size_t level) {
    (level == 0 ? l1_ : l2_)->set_geometry(live_->cache(level));
    if (const auto config = check()) pane_.show_live(*config);
}

void CachePanel::choose(const ModelChoice& config) {
    model_->box().set_preset(config.preset);
    set_standard();
    l1_->set_geometry(config.l1);
    l2_->set_geometry(config.l2);
}

void CachePanel::set_standard() {
    const ModelChoice standard = model_->box().standard().value_or(ModelChoice());
    l1_->set_standard(standard.l1);
    l2_->set_standard(standard.l2);
}

void CachePanel::choose_model() {
    if (const auto standard = model_->box().standard()) choose(*standard);
    static_cast<void>(check());
}

QStringList CachePanel::typed() const {
    return {QString::fromStdString(model_->box().preset()), l1_->text_edit().text(), l2_->text_edit().text()};
}

void CachePanel::note_told() {
    told_ = typed();
    told_explain_ = explain_->isChecked();
}

void CachePanel::show_config() {
    // What is being simulated, as the tool bar shows it; what a slider shows in passing is not wanted yet.
    const bool moves = pane_.live().shown() && pane_.work().title().isEmpty();
    const ModelChoice& config = moves ? pane_.config() : pane_.wanted_config();
    if (explain_->isChecked() == told_explain_) {
        explain_->setChecked(config.explain_misses);
        told_explain_ = config.explain_misses;
    }
    const auto profile = pane_.profile();
    const bool is_fixed = profile != nullptr && !profile->capabilities().can_resimulate;
    if (is_fixed || typed() == told_) {
        choose(config);
        told_ = typed();
    }
    static_cast<void>(check());
}

void CachePanel::offer_configs() {
    QMenu& menu = *recent_->menu();
    menu.clear();
    const auto offer = [&](const QString& text, const ModelChoice& config) {
        menu.addAction(text, this, [this, config] { choose(config); });
    };
    offer(tr("Stack distances: %1").arg(config_text({})), {}); // the default in the settings may be different
    menu.addSeparator();
    for (const ModelChoice& config : recent_configs())
        offer(config_text(config), config);
}

} // namespace hitmap
