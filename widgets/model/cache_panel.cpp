#include "widgets/model/cache_panel.h"

#include "core/base/error.h"
#include "core/cache/gpu/hierarchy_config.h"
#include "widgets/model/cache_level_edit.h"
#include "widgets/model/live_caches.h"
#include "widgets/model/model_edit.h"
#include "widgets/model/sms_offer.h"
#include "widgets/session/panes/pane.h"
#include "widgets/session/panes/recent_configs.h"

#include <QtWidgets/QCheckBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>

#include <cstdint>
#include <initializer_list>

namespace hitmap {

namespace {

constexpr std::uint64_t largest_l1 = std::uint64_t{4} << 20;
constexpr std::uint64_t largest_l2 = std::uint64_t{256} << 20;

CacheGeometry& cache_of(ModelChoice& choice, std::size_t level) {
    return level == 0 ? choice.l1 : choice.l2;
}

} // namespace

CachePanel::CachePanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      model_(new ModelEdit),
      levels_{new CacheLevelEdit(QStringLiteral("L1"), tr("L1 per SM"), largest_l1),
              new CacheLevelEdit(QStringLiteral("L2"), tr("L2"), largest_l2)},
      live_(new LiveCaches(pane, {levels_[0], levels_[1]})),
      sms_(new SmsOffer(pane, SmsOffer::Look::row, this)),
      explain_(new QCheckBox(tr("Explain misses"))),
      error_(new QLabel),
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
    apply_->setToolTip(tr("Enter in a number of a cache does the same"));
    recent_->setObjectName(QStringLiteral("recent_configs"));
    recent_->setToolTip(
        tr("Stack distances with their own caches, and the configurations that were simulated last"));
    recent_->setMenu(new QMenu(recent_));
    error_->setTextFormat(Qt::PlainText);
    error_->setWordWrap(true);
    error_->hide();
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(apply_, 1);
    buttons->addWidget(recent_);
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->addRow(tr("Mo&del"), model_);
    form->labelForField(model_)->setContentsMargins(0, 4, 0, 0);
    form->addRow(explain_);
    for (CacheLevelEdit* level : levels_)
        form->addRow(level);
    form->addRow(error_);
    form->addRow(buttons);
    form->addRow(live_);
    // The last, so that nothing moves away from the pointer.
    form->addRow(&model_->note());
    form->addRow(&model_->differences());
    form->addRow(sms_);
}

void CachePanel::connect_model() {
    for (std::size_t level = 0; level < levels_.size(); ++level) {
        CacheLevelEdit* const edit = levels_[level];
        connect(edit, &CacheLevelEdit::changed, this, [this] { static_cast<void>(check()); });
        connect(edit, &CacheLevelEdit::submitted, this, &CachePanel::apply);
        connect(edit, &CacheLevelEdit::moved, this, [this, level] { show_live(level); });
        connect(edit, &CacheLevelEdit::rested, this, &CachePanel::apply_slider);
    }
    connect(explain_, &QCheckBox::toggled, this, [this] { static_cast<void>(check()); });
    connect(explain_, &QCheckBox::clicked, this, &CachePanel::apply); // by the user
    connect(&model_->box(), &ModelBox::chosen, this, &CachePanel::choose_model);
    connect(apply_, &QPushButton::clicked, this, &CachePanel::apply);
    connect(recent_->menu(), &QMenu::aboutToShow, this, &CachePanel::offer_configs);
    connect(&pane_, &Pane::profile_changed, this, &CachePanel::show_config);
    connect(&pane_, &Pane::work_changed, this, &CachePanel::show_config);
}

PossibleCache CachePanel::possible(std::size_t level) const {
    const GpuPreset* const gpu = model_->box().gpu();
    // A preset that cannot be read refuses nothing; the simulation reports the error.
    if (gpu == nullptr) return {};
    // The other level is that of the GPU: what is typed there may be invalid.
    return [level, config = hierarchy_config(*gpu)](const CacheGeometry& cache) mutable {
        (level == 0 ? config.l1 : config.l2) = cache;
        try {
            check_hierarchy(config);
            return true;
        } catch (const UsageError&) {
            return false;
        }
    };
}

std::optional<CacheGeometry> CachePanel::checked(std::size_t level) {
    CacheLevelEdit& edit = *levels_[level];
    try {
        const CacheGeometry cache = edit.value();
        if (auto alone = model_->box().standard()) {
            cache_of(*alone, level) = cache;
            model_->box().check(*alone);
        }
        edit.show_error({});
        return cache;
    } catch (const Error& error) {
        edit.show_error(QString::fromStdString(error.what()));
        refuse(QString::fromStdString(error.what()));
        return std::nullopt;
    }
}

void CachePanel::refuse(const QString& reason) {
    live_->set_error(reason);
    apply_->setEnabled(false);
}

std::optional<ModelChoice> CachePanel::check() {
    const auto profile = pane_.profile();
    const bool is_fixed = profile != nullptr && !profile->capabilities().can_resimulate;
    for (QWidget* choice : std::initializer_list<QWidget*>{model_, levels_[0], levels_[1], live_, recent_})
        choice->setEnabled(!is_fixed);
    explain_->setEnabled(!is_fixed && !model_->box().preset().empty());
    error_->hide();
    const auto l1 = checked(0);
    const auto l2 = checked(1);
    if (!l1 || !l2) return std::nullopt;
    try {
        if (is_fixed)
            throw Error("The recording has sums of hits and no requests: other caches cannot be simulated.");
        ModelChoice config{*l1, *l2, model_->box().preset(), pane_.wanted_config().only};
        config.explain_misses = explain_->isEnabled() && explain_->isChecked();
        live_->set_choice(config);
        const auto recording = pane_.recording();
        model_->show_differences(config, recording != nullptr ? recording->info().device.sm_count : 0);
        model_->box().check(config);
        live_->set_error({});
        apply_->setEnabled(recording != nullptr && (config != pane_.config() || pane_.live().shown()));
        return config;
    } catch (const Error& error) {
        error_->setText(QString::fromStdString(error.what()));
        error_->show();
        refuse(error_->text());
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
    const auto config = check();
    if (!config) return;
    pane_.show_live(*config);
    live_->follow(level);
}

void CachePanel::choose(const ModelChoice& config) {
    model_->box().set_preset(config.preset);
    set_standard();
    levels_[0]->set_geometry(config.l1);
    levels_[1]->set_geometry(config.l2);
}

void CachePanel::set_standard() {
    ModelChoice standard = model_->box().standard().value_or(ModelChoice());
    for (std::size_t level = 0; level < levels_.size(); ++level)
        levels_[level]->set_model(model_->box().preset(), cache_of(standard, level), possible(level));
}

void CachePanel::choose_model() {
    if (const auto standard = model_->box().standard()) choose(*standard);
    static_cast<void>(check());
}

QStringList CachePanel::typed() const {
    return {QString::fromStdString(model_->box().preset()), levels_[0]->text(), levels_[1]->text()};
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
        menu.addAction(text, this, [this, config] {
            choose(config);
            static_cast<void>(check());
        });
    };
    offer(tr("Stack distances: %1").arg(config_text({})), {}); // the default in the settings may be different
    menu.addSeparator();
    for (const ModelChoice& config : recent_configs())
        offer(config_text(config), config);
}

} // namespace hitmap
