#pragma once

#include "widgets/model/model_box.h"

#include <QtWidgets/QWidget>

#include <cstdint>

class QLabel;
class QPushButton;

namespace hitmap {

/// The form of a simulation: the cache model, the source of its numbers, what it counts, and how the caches
/// differ from those of the GPU.
class ModelEdit : public QWidget {
    Q_OBJECT
public:
    explicit ModelEdit(QWidget* parent = nullptr);

    [[nodiscard]] ModelBox& box() { return *models_; }
    /// What the model counts. For the end of the form, so that nothing moves when its height changes.
    [[nodiscard]] QLabel& note() { return *note_; }
    /// For another part of the form; it is shown and hidden with this widget.
    [[nodiscard]] QLabel& differences() { return *differences_; }
    /// @param recorded_sms  number of SMs of the recorded device; 0: not known
    void show_differences(const ModelChoice& choice, std::uint32_t recorded_sms);

private:
    void show_sources();

    ModelBox* models_;
    QPushButton* sources_;
    QLabel* note_;
    QLabel* differences_;
};

} // namespace hitmap
