#pragma once

#include "widgets/panes/pane_frame.h"
#include "widgets/session/state/session.h"

#include <QtWidgets/QSplitter>

#include <functional>
#include <vector>

namespace hitmap {

/// Shows the panes of a session: up to two side by side, more in two rows. The views of a row have the same
/// width until the user moves the handle between them.
class PaneGrid : public QSplitter {
    Q_OBJECT
public:
    /// @param session  must outlive the grid
    explicit PaneGrid(Session& session, QWidget* parent = nullptr);

    [[nodiscard]] PaneFrame& frame(std::size_t i) { return *frames_[i]; }
    [[nodiscard]] PaneFrame& active() { return *frames_[session_.active_index()]; }
    /// Calls `what` for every frame, and later for each frame that is added.
    void for_each(const std::function<void(PaneFrame& frame)>& what);
    /// Gives the keyboard to the mesh view of the active pane, or to the page in its place.
    void focus_active();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    void frame_added(hitmap::PaneFrame* frame);
    void failed(const QString& message, QObject* cause); ///< PaneFrame::failed()

private:
    void add_frame(int index);
    void remove_frame(int index);
    /// Puts the frames into two rows of the same length, from left to right; two frames share one row.
    void arrange();
    void show_places();
    /// Shows or hides the colour bars. If all panes have the same scale, each row has only one.
    void show_bars();
    /// Gives all views of the row the same width, not counting the colour bars.
    void make_views_equal(QSplitter& row);

    Session& session_;
    SharedGeometries geometries_;
    QSplitter* rows_[2];
    bool moved_ = false;             ///< whether the user chose the widths
    std::vector<PaneFrame*> frames_; ///< [session_.pane_count()], owned by rows_
};

} // namespace hitmap
