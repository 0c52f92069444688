#include "widgets/panes/pane_grid.h"

#include "widgets/colour/colour_bar.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/session/panes/pane_scale.h"

#include <QtCore/QEvent>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace hitmap {

PaneGrid::PaneGrid(Session& session, QWidget* parent)
    : QSplitter(Qt::Vertical, parent), session_(session), rows_{new QSplitter, new QSplitter} {
    setObjectName(QStringLiteral("pane_grid"));
    for (QSplitter* row : rows_) {
        row->setChildrenCollapsible(false);
        row->installEventFilter(this);
        connect(row, &QSplitter::splitterMoved, this, [this] { moved_ = true; });
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
    arrange();
    moved_ = false;
    connect(frame, &PaneFrame::failed, this, &PaneGrid::failed);
    connect(frame, &PaneFrame::scale_changed, this, &PaneGrid::show_bars);
    connect(frame, &PaneFrame::chosen, this,
            [this, frame] { session_.set_active(session_.index_of(frame->pane())); });
    connect(
        frame, &PaneFrame::close_requested, this,
        [this, frame] {
            if (session_.pane_count() > 1) session_.remove_pane(session_.index_of(frame->pane()));
        },
        Qt::QueuedConnection); // Queued, since closing destroys the clicked button together with the frame.
    show_places();
    Q_EMIT frame_added(frame);
}

void PaneGrid::arrange() {
    const std::size_t in_first = frames_.size() <= 2 ? frames_.size() : (frames_.size() + 1) / 2;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
        const bool is_first = i < in_first;
        QSplitter* const row = is_first ? rows_[0] : rows_[1];
        const auto place = static_cast<int>(is_first ? i : i - in_first);
        if (row->indexOf(frames_[i]) != place) row->insertWidget(place, frames_[i]);
    }
}

void PaneGrid::for_each(const std::function<void(PaneFrame& frame)>& what) {
    for (PaneFrame* frame : frames_)
        what(*frame);
    connect(this, &PaneGrid::frame_added, this, [what](PaneFrame* frame) { what(*frame); });
}

void PaneGrid::focus_active() {
    active().focus_view();
}

void PaneGrid::remove_frame(int index) {
    delete frames_[static_cast<std::size_t>(index)];
    frames_.erase(frames_.begin() + index);
    moved_ = false;
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
    std::vector<PaneFrame*> coloured;
    std::ranges::copy_if(frames_, std::back_inserter(coloured), &PaneFrame::has_colours);
    const bool one_scale = std::ranges::all_of(
        coloured, [&](const PaneFrame* frame) { return frame->has_scale_of(*coloured.front()); });
    for (QSplitter* row : rows_) {
        bool last = true;
        for (int i = row->count() - 1; i >= 0; --i) {
            auto* frame = qobject_cast<PaneFrame*>(row->widget(i));
            std::vector<SharedValues> further;
            for (PaneFrame* other : coloured) {
                if (!one_scale || !frame->has_colours() || other == frame) continue;
                const PaneScale scale = scale_of(other->pane());
                further.insert(further.end(), scale.values.begin(), scale.values.end());
            }
            frame->colour_bar().set_further(std::move(further));
            frame->colour_bar().setVisible(frame->has_colours() && (!one_scale || last));
            last = last && !frame->has_colours();
        }
        make_views_equal(*row);
    }
}

void PaneGrid::make_views_equal(QSplitter& row) {
    if (moved_ || row.count() < 2) return;
    QList<int> bars;
    int views = row.width() - row.handleWidth() * (row.count() - 1);
    for (int i = 0; i < row.count(); ++i) {
        const ColourBar& bar = qobject_cast<PaneFrame*>(row.widget(i))->colour_bar();
        bars.append(bar.isHidden() ? 0 : bar.sizeHint().width());
        views -= bars.back();
    }
    for (int& width : bars)
        width += views / row.count();
    row.setSizes(bars);
}

bool PaneGrid::eventFilter(QObject* watched, QEvent* event) {
    // A LayoutRequest is sent when a bar needs another width.
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        for (QSplitter* row : rows_) {
            if (row == watched) make_views_equal(*row);
        }
    }
    return QSplitter::eventFilter(watched, event);
}

} // namespace hitmap
