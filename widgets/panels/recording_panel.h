#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

class QLabel;

namespace hitmap {

class DataTable;

/// Facts about the open recording with the origin of each, and the addresses of its allocations.
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
