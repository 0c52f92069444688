#pragma once

#include "widgets/panes/pane_frame.h"
#include "widgets/session/session.h"

#include <QtWidgets/QSplitter>

#include <functional>
#include <vector>

namespace hitmap {

/// The panes of a session, side by side: two in a row, two rows. Views in a row are of one size until a
/// person moves what is between them.
class PaneGrid : public QSplitter {
    Q_OBJECT
public:
    /// @param session  outlives the grid
    explicit PaneGrid(Session& session, QWidget* parent = nullptr);

    [[nodiscard]] PaneFrame& frame(std::size_t i) { return *frames_[i]; }
    [[nodiscard]] PaneFrame& active() { return *frames_[session_.active_index()]; }
    /// Calls `what` for every frame, and later for each frame that is added.
    void for_each(const std::function<void(PaneFrame& frame)>& what);
    /// Gives the keyboard to the mesh view of the active pane.
    void focus_active();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    void frame_added(hitmap::PaneFrame* frame);
    void failed(const QString& message);

private:
    void add_frame(int index);
    void remove_frame(int index);
    void show_places();
    /// One bar a row is enough where all panes have the same scale.
    void show_bars();
    /// The bar of the last pane in a row is counted apart.
    void make_views_equal(QSplitter& row);

    Session& session_;
    SharedGeometries geometries_;
    QSplitter* rows_[2];
    bool moved_ = false;             ///< a person chose the widths
    std::vector<PaneFrame*> frames_; ///< [session_.pane_count()], owned by rows_
};

} // namespace hitmap
