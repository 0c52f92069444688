#pragma once

#include "widgets/pane.h"

#include <QtWidgets/QFrame>

namespace hitmap {

/// Says that the open recording was interrupted; hidden where it was not.
class IncompleteBanner : public QFrame {
    Q_OBJECT
public:
    /// @param pane  must outlive the banner
    explicit IncompleteBanner(Pane& pane, QWidget* parent = nullptr);
};

} // namespace hitmap
