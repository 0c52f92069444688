#include "widgets/model/model_box.h"

#include "core/base/error.h"
#include "widgets/base/format.h"

#include <QtCore/QSignalBlocker>

namespace hitmap {

QString gpu_text(const GpuPreset& preset) {
    const QString name = QStringLiteral("%1 %2").arg(text_of(preset.vendor), text_of(preset.title));
    return preset.year == 0 ? name : QStringLiteral("%1, %2").arg(name).arg(preset.year);
}

ModelBox::ModelBox(QWidget* parent) : QComboBox(parent), presets_(list_gpu_presets(preset_folders())) {
    setAccessibleName(tr("Cache model or GPU"));
    setToolTip(tr("Cache model: stack distances, or the memory pipeline of a GPU"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(12);
    list_models();
    connect(this, QOverload<int>::of(&QComboBox::currentIndexChanged), this, [this] {
        read_own();
        Q_EMIT chosen();
    });
}

void ModelBox::list_models() {
    addItem(tr("Stack distances (SDCM)"), QString());
    insertSeparator(count());
    const std::string* vendor = nullptr;
    for (const ListedPreset& listed : presets_.presets) {
        const GpuPreset& preset = listed.preset;
        if (vendor != nullptr && *vendor != preset.vendor) insertSeparator(count());
        vendor = &preset.vendor;
        addItem(gpu_text(preset), text_of(preset.name));
        setItemData(count() - 1, tr("The memory pipeline of this GPU: %1").arg(text_of(preset.name)),
                    Qt::ToolTipRole);
    }
}

void ModelBox::set_preset(const std::string& preset) {
    const QSignalBlocker blocker(this);
    const QString name = text_of(preset);
    // An empty preset is the first item. findData() is not used for it, since separators have empty data as
    // well.
    int row = preset.empty() ? 0 : findData(name);
    if (row < 0) {
        addItem(name, name);
        row = count() - 1;
    }
    setCurrentIndex(row);
    read_own();
}

void ModelBox::show_as_recorded() {
    const QSignalBlocker blocker(this);
    setPlaceholderText(tr("As recorded"));
    setCurrentIndex(-1);
    own_.reset();
}

/// The file is read once when it is chosen, not while a name is being typed.
void ModelBox::read_own() {
    own_.reset();
    if (preset().empty() || gpu() != nullptr) return;
    try {
        own_ = find_gpu_preset(preset());
    } catch (const Error&) { // the simulation reports the error
    }
}

const GpuPreset* ModelBox::gpu() const {
    const std::string name = preset();
    for (const ListedPreset& listed : presets_.presets)
        if (listed.preset.name == name) return &listed.preset;
    return own_ ? &*own_ : nullptr;
}

std::optional<ModelChoice> ModelBox::standard() const {
    if (preset().empty()) return ModelChoice();
    return gpu() != nullptr ? std::optional(choice_of(*gpu(), preset())) : std::nullopt;
}

void ModelBox::check(const ModelChoice& choice) const {
    if (gpu() != nullptr || choice.preset.empty()) static_cast<void>(model_config(choice, gpu()));
}

QString choose_gpu_text() {
    return ModelBox::tr("choose a GPU in the tool bar or under Caches");
}

} // namespace hitmap
