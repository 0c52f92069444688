#pragma once

#include "core/cache/gpu/preset_library.h"
#include "core/profile/derived/model_choice.h"

#include <QtWidgets/QComboBox>

#include <optional>
#include <string>

namespace hitmap {

/// "NVIDIA GeForce RTX 2080 Ti (TU102), 2018"
[[nodiscard]] QString gpu_text(const GpuPreset& preset);

/// The cache models to choose from: stack distances, or the memory pipeline of a GPU, by vendor and year.
class ModelBox : public QComboBox {
    Q_OBJECT
public:
    explicit ModelBox(QWidget* parent = nullptr);

    /// Of the model chosen: name of the preset, or empty.
    [[nodiscard]] std::string preset() const { return currentData().toString().toStdString(); }
    /// Chooses a model, silently; a preset that is not listed (a path) is added.
    void set_preset(const std::string& preset);
    /// The GPU of the model chosen; null where it is none, or cannot be read.
    [[nodiscard]] const GpuPreset* gpu() const;
    /// What the model chosen is by itself; nothing where its preset cannot be read.
    [[nodiscard]] std::optional<ModelChoice> standard() const;
    /// Throws UsageError where `choice` is nothing that the model chosen can run. A preset that cannot be
    /// read passes: simulating says what is wrong with it.
    void check(const ModelChoice& choice) const;

Q_SIGNALS:
    void chosen(); ///< by the user

private:
    void list_models();
    void read_own();

    PresetList presets_;
    std::optional<GpuPreset> own_; ///< chosen by its path; nothing where it cannot be read
};

/// For panels whose numbers need the model of a GPU: "choose a GPU", and where.
[[nodiscard]] QString choose_gpu_text();

} // namespace hitmap
