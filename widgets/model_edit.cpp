#include "widgets/model_edit.h"

#include "core/base/error.h"
#include "widgets/format.h"
#include "widgets/preset_dialog.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

QLabel* note_label(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

} // namespace

ModelEdit::ModelEdit(QWidget* parent)
    : QWidget(parent),
      presets_(list_gpu_presets(preset_folders())),
      models_(new QComboBox),
      sources_(new QPushButton(tr("S&ources..."))),
      note_(note_label("model_note")),
      differences_(note_label("model_differences")) {
    models_->setObjectName(QStringLiteral("model"));
    models_->setAccessibleName(tr("Cache model"));
    models_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    models_->setMinimumContentsLength(12);
    sources_->setObjectName(QStringLiteral("preset_sources"));
    sources_->setToolTip(tr("Every number of this GPU, with its source and how far to trust it"));
    setFocusProxy(models_);
    list_models();
    auto* line = new QHBoxLayout;
    line->addWidget(models_, 1);
    line->addWidget(sources_);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(line);
    rows->addWidget(note_);
    rows->addWidget(differences_);
    connect(models_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, [this] {
        read_own();
        Q_EMIT chosen();
    });
    connect(sources_, &QPushButton::clicked, this, &ModelEdit::show_sources);
}

void ModelEdit::list_models() {
    models_->addItem(tr("Stack distances (SDCM)"), QString());
    for (const ListedPreset& listed : presets_.presets) {
        const GpuPreset& preset = listed.preset;
        models_->addItem(text_of(preset.title), text_of(preset.name));
        models_->setItemData(models_->count() - 1,
                             tr("The memory pipeline of this GPU: %1").arg(text_of(preset.name)),
                             Qt::ToolTipRole);
    }
    models_->insertSeparator(1);
}

std::string ModelEdit::preset() const {
    return models_->currentData().toString().toStdString();
}

void ModelEdit::set_preset(const std::string& preset) {
    const QSignalBlocker blocker(models_);
    const QString name = text_of(preset);
    if (models_->findData(name) < 0) models_->addItem(name, name);
    models_->setCurrentIndex(models_->findData(name));
    read_own();
}

/// Once when it is chosen, so that typing reads no files.
void ModelEdit::read_own() {
    own_.reset();
    if (preset().empty() || chosen_preset() != nullptr) return;
    try {
        own_ = find_gpu_preset(preset());
    } catch (const Error&) { // simulating says what is wrong
    }
}

const GpuPreset* ModelEdit::chosen_preset() const {
    const std::string name = preset();
    for (const ListedPreset& listed : presets_.presets)
        if (listed.preset.name == name) return &listed.preset;
    return own_ ? &*own_ : nullptr;
}

std::optional<ModelChoice> ModelEdit::standard() const {
    if (preset().empty()) return ModelChoice();
    const GpuPreset* gpu = chosen_preset();
    return gpu != nullptr ? std::optional(choice_of(*gpu, preset())) : std::nullopt;
}

void ModelEdit::check(const ModelChoice& choice) const {
    const GpuPreset* gpu = chosen_preset();
    if (gpu != nullptr || choice.preset.empty()) static_cast<void>(model_config(choice, gpu));
}

void ModelEdit::show_differences(const ModelChoice& choice, std::uint32_t recorded_sms) {
    const GpuPreset* gpu = chosen_preset();
    sources_->setVisible(!choice.preset.empty());
    sources_->setEnabled(gpu != nullptr);
    note_->setText(
        choice.preset.empty()
            ? tr("Look-ups are counted per lane, so rates are not comparable with a hardware profiler's.")
            : tr("Requests are coalesced into sectors of 32 bytes, go through the L1 of their SM and then "
                 "L2. What of them is assumed, Sources says."));
    QStringList lines;
    if (const auto standard = choice.preset.empty() ? std::nullopt : this->standard()) {
        if (standard->l1 != choice.l1) lines += tr("L1 of the GPU: %1").arg(text_of(to_string(standard->l1)));
        if (standard->l2 != choice.l2) lines += tr("L2 of the GPU: %1").arg(text_of(to_string(standard->l2)));
    }
    if (choice.preset.empty())
        for (const auto& [level, cache] : {std::pair("L1", choice.l1), std::pair("L2", choice.l2)})
            if (const std::string note = broken_sets_note(cache); !note.empty())
                lines += QStringLiteral("%1: %2").arg(QLatin1String(level), text_of(note));
    const auto sms = gpu == nullptr ? std::nullopt : gpu->number("device", "sms");
    if (sms && recorded_sms != 0 && *sms != recorded_sms)
        lines += tr("The GPU has %1 SMs, the recording %2").arg(*sms).arg(recorded_sms);
    differences_->setText(lines.join(QLatin1Char('\n')));
    differences_->setVisible(!lines.isEmpty());
}

void ModelEdit::show_sources() {
    if (const GpuPreset* preset = chosen_preset()) PresetDialog(*preset, this).exec();
}

} // namespace hitmap
