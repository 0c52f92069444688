#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QFrame>

class QLabel;

namespace hitmap {

/// Returns the restriction for titles: "Diffuse paths, bounce 1 · only allocation faces"; empty if there is
/// none.
[[nodiscard]] QString restriction_text(const Restriction& only);

/// Says that the colours show only some rays, one allocation or one source line, with a button that removes
/// the restriction. Hidden if there is none.
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

/// Removes all restrictions of the pane, also the choice of rays, since its banner names all of them.
void lift_restriction(Pane& pane);

} // namespace hitmap
