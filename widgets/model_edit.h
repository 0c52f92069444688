#pragma once

#include "core/cache/preset_library.h"
#include "widgets/model_choice.h"

#include <QtWidgets/QWidget>

#include <cstdint>
#include <optional>
#include <string>

class QComboBox;
class QLabel;
class QPushButton;

namespace hitmap {

/// Which cache model: stack distances, or the memory pipeline of a GPU; what the model counts, and in what
/// the caches that are typed differ from the GPU's.
class ModelEdit : public QWidget {
    Q_OBJECT
public:
    explicit ModelEdit(QWidget* parent = nullptr);

    /// Of the model chosen: name of the preset, or empty.
    [[nodiscard]] std::string preset() const;
    /// Chooses a model, silently; a preset that is not listed (a path) is added.
    void set_preset(const std::string& preset);
    /// What the model chosen is by itself; nothing where its preset cannot be read.
    [[nodiscard]] std::optional<ModelChoice> standard() const;
    /// Throws UsageError where `choice` is nothing that the model chosen can run. A preset that cannot be
    /// read passes: simulating says what is wrong with it.
    void check(const ModelChoice& choice) const;
    /// @param recorded_sms  of the recording's device; 0: not known
    void show_differences(const ModelChoice& choice, std::uint32_t recorded_sms);

Q_SIGNALS:
    void chosen(); ///< by a person

private:
    void list_models();
    void read_own();
    [[nodiscard]] const GpuPreset* chosen_preset() const;
    void show_sources();

    PresetList presets_;
    std::optional<GpuPreset> own_; ///< chosen by its path; nothing where it cannot be read
    QComboBox* models_;
    QPushButton* sources_;
    QLabel* note_;
    QLabel* differences_;
};

} // namespace hitmap
