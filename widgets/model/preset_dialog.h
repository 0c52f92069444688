#pragma once

#include "core/cache/gpu/gpu_preset.h"

#include <QtWidgets/QDialog>

namespace hitmap {

/// Shows all facts of a preset with their sources and their reliability. Selected rows can be copied.
class PresetDialog : public QDialog {
    Q_OBJECT
public:
    explicit PresetDialog(const GpuPreset& preset, QWidget* parent = nullptr);
};

} // namespace hitmap
