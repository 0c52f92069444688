#pragma once

#include "widgets/session/pane.h"

#include <QtWidgets/QFrame>

#include <memory>

class QLabel;

namespace hitmap {

/// Says that the open recording was interrupted and how much of it there is, and what of its mesh file did
/// not come in; hidden where both are complete, and once it was dismissed.
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
