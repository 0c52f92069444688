#pragma once

#include "widgets/session/pane.h"

#include <QtWidgets/QFrame>

class QLabel;

namespace hitmap {

/// "Path rays, bounce 1 · only allocation faces": what counts, for titles; empty for everything.
[[nodiscard]] QString restriction_text(const Restriction& only);

/// Says that the colours are of one allocation or source line alone, with a button that takes it back; hidden
/// where they are of everything.
class RestrictionBanner : public QFrame {
    Q_OBJECT
public:
    /// @param pane  must outlive the banner
    explicit RestrictionBanner(Pane& pane, QWidget* parent = nullptr);

private:
    void show_state();

    Pane& pane_;
    QLabel* text_;
};

/// Makes the pane count everything again but for its choice of rays.
void lift_restriction(Pane& pane);

} // namespace hitmap
