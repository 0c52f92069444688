#include "widgets/model/model_edit.h"

#include "widgets/base/format.h"
#include "widgets/controls/steady_label.h"
#include "widgets/model/preset_dialog.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

QString note_of(bool pipeline) {
    return pipeline ? ModelEdit::tr(
                          "Requests are coalesced into sectors of 32 bytes, go through the L1 of their SM "
                          "and then L2. Sources says which of their properties are assumed.")
                    : ModelEdit::tr("Look-ups are counted per lane, so rates are not comparable with a "
                                    "hardware profiler's.");
}

} // namespace

ModelEdit::ModelEdit(QWidget* parent)
    : QWidget(parent),
      models_(new ModelBox),
      sources_(new QPushButton(tr("So&urces …"))),
      note_(new SteadyLabel({note_of(false), note_of(true)})),
      differences_(new QLabel) {
    models_->setObjectName(QStringLiteral("model"));
    sources_->setObjectName(QStringLiteral("preset_sources"));
    sources_->setToolTip(tr("Every number of this GPU, with its source and how far to trust it"));
    QSizePolicy policy = sources_->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    sources_->setSizePolicy(policy);
    note_->setObjectName(QStringLiteral("model_note"));
    differences_->setObjectName(QStringLiteral("model_differences"));
    differences_->setTextFormat(Qt::PlainText);
    differences_->setWordWrap(true);
    differences_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setFocusProxy(models_);
    auto* line = new QHBoxLayout;
    line->addWidget(models_, 1);
    line->addWidget(sources_);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(line);
    connect(sources_, &QPushButton::clicked, this, &ModelEdit::show_sources);
}

void ModelEdit::show_differences(const ModelChoice& choice, std::uint32_t recorded_sms) {
    const GpuPreset* gpu = models_->gpu();
    sources_->setVisible(!choice.preset.empty());
    sources_->setEnabled(gpu != nullptr);
    note_->setText(note_of(!choice.preset.empty()));
    QStringList lines;
    if (const auto standard = choice.preset.empty() ? std::nullopt : models_->standard()) {
        if (standard->l1 != choice.l1) lines += tr("L1 of the GPU: %1").arg(text_of(to_string(standard->l1)));
        if (standard->l2 != choice.l2) lines += tr("L2 of the GPU: %1").arg(text_of(to_string(standard->l2)));
    }
    const auto sms = gpu == nullptr ? std::nullopt : gpu->number("device", "sms");
    if (sms && recorded_sms != 0 && *sms != recorded_sms)
        lines += tr("The GPU has %1 SMs, the recording %2").arg(*sms).arg(recorded_sms);
    differences_->setText(lines.join(QLatin1Char('\n')));
    differences_->setVisible(!lines.isEmpty());
}

void ModelEdit::show_sources() {
    if (const GpuPreset* preset = models_->gpu()) PresetDialog(*preset, this).exec();
}

} // namespace hitmap
