#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QFrame>

#include <memory>

class QLabel;

namespace hitmap {

/// Reports that the recording was interrupted and how much of it exists, what is missing of its mesh file,
/// which anomalies its import tolerated, and what a recording of sums cannot answer. Hidden if there is
/// nothing of that, and after it was dismissed.
class IncompleteBanner : public QFrame {
    Q_OBJECT
public:
    /// @param pane  must outlive the banner
    explicit IncompleteBanner(Pane& pane, QWidget* parent = nullptr);

private:
    void show_state();

    const Pane& pane_;
    QLabel* text_;
    std::weak_ptr<const OpenRecording> dismissed_;
};

} // namespace hitmap
