#pragma once

#include "render/image/colour_vision.h"

#include <QtCore/QStringList>
#include <QtCore/QTimer>
#include <QtWidgets/QFrame>

class QLabel;
class QMenu;

namespace hitmap {

class Docks;
class FigureAdder;
class PaneGrid;
class Session;

/// Shows the pictures of a window as they are seen with some colour vision or in a grey print: meshes,
/// images, colour bars, panels and the figure. It is a banner that says so and names marks that look alike;
/// hidden for normal colour vision. Neither stored nor saved: pictures and figures that are saved keep their
/// colours.
class VisionFilter : public QFrame {
    Q_OBJECT
public:
    /// The parts of the window that have pictures; they outlive the preview.
    struct Parts {
        Session& session;
        PaneGrid& grid;
        Docks& docks;
        FigureAdder& figure;
    };
    explicit VisionFilter(const Parts& parts, QWidget* parent = nullptr);

    [[nodiscard]] ColourVision vision() const { return vision_; }
    void set_vision(ColourVision vision);
    /// Adds an action for each kind of colour vision, of which one is checked.
    void fill_menu(QMenu& menu);

Q_SIGNALS:
    void vision_changed();

private:
    void show_warnings();
    /// Returns sentences about the marks that the window shows now.
    [[nodiscard]] QStringList warnings() const;

    Parts parts_;
    ColourVision vision_ = ColourVision::normal;
    QLabel* text_;
    QTimer soon_; ///< so that several changes are one
};

} // namespace hitmap
