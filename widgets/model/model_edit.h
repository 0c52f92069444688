#pragma once

#include "widgets/model/model_box.h"

#include <QtWidgets/QWidget>

#include <cstdint>

class QLabel;
class QPushButton;

namespace hitmap {

/// Which cache model, where its numbers come from, what it counts, and in what the caches that are typed
/// differ from the GPU's.
class ModelEdit : public QWidget {
    Q_OBJECT
public:
    explicit ModelEdit(QWidget* parent = nullptr);

    [[nodiscard]] ModelBox& box() { return *models_; }
    /// For another place of the form: it comes and goes.
    [[nodiscard]] QLabel& differences() { return *differences_; }
    /// @param recorded_sms  of the recording's device; 0: not known
    void show_differences(const ModelChoice& choice, std::uint32_t recorded_sms);

private:
    void show_sources();

    ModelBox* models_;
    QPushButton* sources_;
    QLabel* note_;
    QLabel* differences_;
};

} // namespace hitmap
