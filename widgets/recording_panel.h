#pragma once

#include "widgets/pane.h"

#include <QtWidgets/QWidget>

class QFormLayout;

namespace hitmap {

/// What the open recording is, and where each of its facts came from.
class RecordingPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit RecordingPanel(Pane& pane, QWidget* parent = nullptr);

private:
    void show_recording();
    void add_fact(const QString& name, const QString& value, const QString& tool_tip = {});
    void add_scene(const OpenRecording& recording);
    void add_device(const OpenRecording& recording);

    const Pane& pane_;
    QFormLayout* facts_;
};

} // namespace hitmap
