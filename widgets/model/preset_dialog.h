#pragma once

#include "core/cache/gpu/gpu_preset.h"

#include <QtWidgets/QDialog>

namespace hitmap {

/// All facts of a preset: each with its source and how far to trust it. What is chosen can be copied.
class PresetDialog : public QDialog {
    Q_OBJECT
public:
    explicit PresetDialog(const GpuPreset& preset, QWidget* parent = nullptr);
};

} // namespace hitmap
