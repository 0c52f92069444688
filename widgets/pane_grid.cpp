#include "widgets/pane_grid.h"

#include "widgets/colour_bar.h"
#include "widgets/mesh_view.h"

#include <algorithm>

namespace hitmap {

PaneGrid::PaneGrid(Session& session, QWidget* parent)
    : QSplitter(Qt::Vertical, parent), session_(session), rows_{new QSplitter, new QSplitter} {
    setObjectName(QStringLiteral("pane_grid"));
    for (QSplitter* row : rows_) {
        row->setChildrenCollapsible(false);
        addWidget(row);
    }
    setChildrenCollapsible(false);
    for (std::size_t i = 0; i < session.pane_count(); ++i)
        add_frame(static_cast<int>(i));
    connect(&session, &Session::pane_added, this, &PaneGrid::add_frame);
    connect(&session, &Session::pane_removed, this, &PaneGrid::remove_frame);
    connect(&session, &Session::active_changed, this, &PaneGrid::show_places);
}

void PaneGrid::add_frame(int index) {
    auto* frame = new PaneFrame(session_.pane(static_cast<std::size_t>(index)), geometries_);
    frames_.insert(frames_.begin() + index, frame);
    QSplitter* row = rows_[0]->count() <= rows_[1]->count() ? rows_[0] : rows_[1];
    if (rows_[0]->count() < 2) row = rows_[0];
    row->addWidget(frame);
    row->setSizes(QList<int>{1000, 1000}.mid(0, row->count()));
    one_scale_ = false; // widths are shared out anew
    connect(frame, &PaneFrame::failed, this, &PaneGrid::failed);
    connect(frame, &PaneFrame::scale_changed, this, &PaneGrid::show_bars);
    connect(frame, &PaneFrame::chosen, this,
            [this, frame] { session_.set_active(session_.index_of(frame->pane())); });
    connect(
        frame, &PaneFrame::close_requested, this,
        [this, frame] {
            if (session_.pane_count() > 1) session_.remove_pane(session_.index_of(frame->pane()));
        },
        Qt::QueuedConnection); // the button that was clicked dies with the frame
    show_places();
    Q_EMIT frame_added(frame);
}

void PaneGrid::remove_frame(int index) {
    delete frames_[static_cast<std::size_t>(index)];
    frames_.erase(frames_.begin() + index);
    show_places();
}

void PaneGrid::show_places() {
    for (QSplitter* row : rows_)
        row->setVisible(row->count() > 0);
    const bool several = frames_.size() > 1;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
        frames_[i]->set_place(several ? QString(QChar('A' + static_cast<int>(i))) : QString(),
                              i == session_.active_index());
    }
    show_bars();
}

void PaneGrid::show_bars() {
    const bool one_scale = std::ranges::all_of(
        frames_, [this](const PaneFrame* frame) { return frame->has_scale_of(*frames_.front()); });
    for (QSplitter* row : rows_) {
        for (int i = 0; i < row->count(); ++i) {
            auto* frame = qobject_cast<PaneFrame*>(row->widget(i));
            frame->colour_bar().setVisible(!one_scale || i + 1 == row->count());
        }
        if (row->count() == 2 && one_scale != one_scale_) {
            // Views of one size, whoever has the bar.
            const int width = row->sizes().at(0) + row->sizes().at(1);
            const int bar = one_scale ? frames_.front()->colour_bar().sizeHint().width() : 0;
            row->setSizes({(width - bar) / 2, (width + bar) / 2});
        }
    }
    one_scale_ = one_scale;
}

} // namespace hitmap
