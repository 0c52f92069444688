#pragma once

#include "widgets/session/pane.h"

#include <QtWidgets/QWidget>

class QLabel;

namespace hitmap {

class DataTable;

/// What the open recording is, where each of its facts came from, and where its allocations lie.
class RecordingPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit RecordingPanel(Pane& pane, QWidget* parent = nullptr);

private:
    void show_recording();

    const Pane& pane_;
    DataTable* facts_;
    QLabel* heading_;
    DataTable* allocations_;
};

} // namespace hitmap
