#pragma once

#include "app/figure_editor/pane_figure.h"

#include <QtCore/QObject>

class QMenu;
class QWidget;

namespace hitmap {

class Actions;
class FigureWindow;
class MessageBar;
class PaneGrid;

/// The figure that is composed beside a window: adds what panes show to it, and shows its editor, which is
/// made when it is needed.
class FigureAdder : public QObject {
    Q_OBJECT
public:
    /// All arguments outlive this.
    /// @param window  parent of the editor
    FigureAdder(Session& session, PaneGrid& grid, MessageBar& messages, QWidget& window);
    ~FigureAdder() override;

    /// Adds a view of the active pane, and tells so.
    void add(AddedView what);
    /// Replaces the figure by a matrix of the open panes, and shows the editor.
    void take_panes();
    /// Returns the editor, which is hidden until it is shown.
    [[nodiscard]] FigureWindow& editor();
    /// Returns false if there are changes of the figure that the user wants to keep.
    [[nodiscard]] bool may_close();
    void set_colour_vision(ColourVision vision);

    void fill_menu(QMenu& menu, Actions& actions);

private:
    [[nodiscard]] double aspect() const;

    Session& session_;
    PaneGrid& grid_;
    MessageBar& messages_;
    QWidget& window_;
    ColourVision vision_ = ColourVision::normal;
    FigureWindow* editor_ = nullptr; ///< child of the window
};

} // namespace hitmap
