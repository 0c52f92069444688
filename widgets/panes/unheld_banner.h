#pragma once

#include <QtWidgets/QLabel>

namespace hitmap {

class Pane;

/// A line over a pane whose recording has boxes, faces or vertices that are in no allocation: it says what
/// that means for the numbers. Hidden for other recordings.
class UnheldBanner : public QLabel {
    Q_OBJECT
public:
    /// @param pane  must outlive the banner
    explicit UnheldBanner(Pane& pane, QWidget* parent = nullptr);

private:
    void show_state();

    Pane& pane_;
};

} // namespace hitmap
