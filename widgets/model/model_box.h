#pragma once

#include "core/cache/gpu/preset_library.h"
#include "core/profile/models/model_choice.h"

#include <QtWidgets/QComboBox>

#include <optional>
#include <string>

namespace hitmap {

/// Returns for example "NVIDIA GeForce RTX 2080 Ti (TU102), 2018".
[[nodiscard]] QString gpu_text(const GpuPreset& preset);

/// A combo box of cache models: the stack distance cache model, and the presets of GPUs by vendor and year.
class ModelBox : public QComboBox {
    Q_OBJECT
public:
    explicit ModelBox(QWidget* parent = nullptr);

    /// Returns the name of the chosen preset; empty for the stack distance cache model.
    [[nodiscard]] std::string preset() const { return currentData().toString().toStdString(); }
    /// Shows that no model was simulated. preset() is then empty.
    void show_as_recorded();
    /// Chooses a model without emitting chosen(). A preset that is not listed (a path) is added.
    void set_preset(const std::string& preset);
    /// Returns the GPU of the chosen model. Null for the stack distance cache model, or if the preset cannot
    /// be read.
    [[nodiscard]] const GpuPreset* gpu() const;
    /// Returns the unmodified chosen model. No value if its preset cannot be read.
    [[nodiscard]] std::optional<ModelChoice> standard() const;
    /// Throws UsageError if the chosen model does not support `choice`. A preset that cannot be read is not
    /// an error here; the simulation reports it.
    void check(const ModelChoice& choice) const;

Q_SIGNALS:
    void chosen(); ///< The user chose a model.

private:
    void list_models();
    void read_own();

    PresetList presets_;
    std::optional<GpuPreset> own_; ///< preset that was chosen by its path; no value if it cannot be read
};

/// Returns a text for panels that need the model of a GPU. It tells where to choose a GPU.
[[nodiscard]] QString choose_gpu_text();

} // namespace hitmap
