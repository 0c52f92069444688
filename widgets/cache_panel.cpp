#include "widgets/cache_panel.h"

#include "core/base/error.h"
#include "widgets/pane.h"

#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>

namespace hitmap {

namespace {

/// A level that the stack distance model can run. Throws UsageError.
CacheGeometry parse_level(const QLineEdit& edit, const char* level) {
    const std::string text = edit.text().trimmed().toStdString();
    try {
        CacheGeometry geometry = parse_cache_geometry(text);
        if (geometry.policy != "lru" || geometry.index != "linear" || geometry.sector != geometry.line) {
            throw UsageError(
                "this model has no sectors, policies or index functions: write CAPACITY:LINE:WAYS");
        }
        return geometry;
    } catch (const UsageError& error) {
        throw UsageError(std::string(level) + ": " + error.what());
    }
}

} // namespace

CachePanel::CachePanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      l1_(new QLineEdit),
      l2_(new QLineEdit),
      error_(new QLabel),
      apply_(new QPushButton(tr("A&pply and simulate"))) {
    lay_out();
    connect_model();
    show_config();
}

void CachePanel::lay_out() {
    l1_->setObjectName(QStringLiteral("l1_edit"));
    l2_->setObjectName(QStringLiteral("l2_edit"));
    error_->setObjectName(QStringLiteral("cache_error"));
    apply_->setObjectName(QStringLiteral("apply_button"));
    error_->setWordWrap(true);
    error_->setTextFormat(Qt::PlainText);
    error_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    error_->hide();
    const QString hint = tr("CAPACITY:LINE:WAYS, e.g. 32KiB:128:64; WAYS may be \"full\"");
    for (QLineEdit* edit : {l1_, l2_})
        edit->setToolTip(hint);
    auto* note = new QLabel(tr("Stack distance model (SDCM): look-ups are counted per lane, so its rates are "
                               "not comparable with a hardware profiler's."));
    note->setWordWrap(true);
    note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("L&1 of each SM"), l1_);
    form->addRow(tr("L&2"), l2_);
    form->addRow(error_);
    form->addRow(apply_);
    form->addRow(note);
}

void CachePanel::connect_model() {
    for (QLineEdit* edit : {l1_, l2_}) {
        connect(edit, &QLineEdit::textChanged, this, [this] { static_cast<void>(check()); });
        connect(edit, &QLineEdit::returnPressed, this, &CachePanel::apply);
    }
    connect(apply_, &QPushButton::clicked, this, &CachePanel::apply);
    connect(&pane_, &Pane::profile_changed, this, &CachePanel::show_config);
}

std::optional<SdcmConfig> CachePanel::check() {
    try {
        const SdcmConfig config{parse_level(*l1_, "L1"), parse_level(*l2_, "L2")};
        error_->hide();
        apply_->setEnabled(pane_.recording() != nullptr && config != pane_.config());
        return config;
    } catch (const UsageError& error) {
        error_->setText(QString::fromStdString(error.what()));
        error_->show();
        apply_->setEnabled(false);
        return std::nullopt;
    }
}

void CachePanel::apply() {
    const auto config = check();
    if (config && *config != pane_.config()) pane_.simulate(*config);
}

void CachePanel::show_config() {
    const SdcmConfig& config = pane_.config();
    l1_->setText(QString::fromStdString(to_string(config.l1)));
    l2_->setText(QString::fromStdString(to_string(config.l2)));
    static_cast<void>(check());
}

} // namespace hitmap
