#include "widgets/time/frame_box.h"

#include "widgets/base/format.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QKeyEvent>

#include <algorithm>

namespace hitmap {

FrameBox::FrameBox(Pane& pane, FramePart part, QWidget* parent) : QSpinBox(parent), pane_(pane), part_(part) {
    setAccelerated(true);
    setKeyboardTracking(false);
    setGroupSeparatorShown(true);
    switch (part_) {
    case FramePart::total:
        setRange(1, static_cast<int>(FrameRange::most_frames));
        setAccessibleName(tr("Number of frames"));
        setToolTip(
            tr("Number of frames q that the recording's element accesses, or its requests if there are none, "
               "are divided into, in order"));
        break;
    case FramePart::first:
        setAccessibleName(tr("First frame shown"));
        break;
    case FramePart::count:
        setAccessibleName(tr("Number of frames shown"));
        setToolTip(tr("How many frames are shown as one, from the first one on"));
        break;
    }
    connect(this, QOverload<int>::of(&QSpinBox::valueChanged), this, &FrameBox::set);
    connect(&pane_, &Pane::frames_changed, this, &FrameBox::show_frames);
    connect(&pane_, &Pane::recording_changed, this, &FrameBox::show_frames);
    show_frames();
}

void FrameBox::set(int value) {
    const FrameRange& frames = pane_.choices().frames;
    const auto number = static_cast<std::uint64_t>(value);
    switch (part_) {
    case FramePart::total:
        pane_.set_frames(with_frame_count(frames, possible_total(number)));
        show_frames(); // also if nothing changed
        break;
    case FramePart::first:
        pane_.set_frames(with_first_frame(frames, number));
        break;
    case FramePart::count:
        pane_.set_frames({frames.total, frames.first, number});
        break;
    }
}

/// Returns the next number of frames that divides those of the profile, in the direction of the change.
std::uint64_t FrameBox::possible_total(std::uint64_t wanted) const {
    const auto profile = pane_.profile();
    if (profile == nullptr || !profile->capabilities().finest_frames) return wanted;
    const std::uint64_t finest = *profile->capabilities().finest_frames;
    const bool is_more = wanted > pane_.choices().frames.total;
    std::uint64_t total = std::min(wanted, finest);
    while (finest % total != 0)
        total += is_more ? 1 : -1;
    return total;
}

void FrameBox::show_frames() {
    const FrameRange& frames = pane_.choices().frames;
    const QSignalBlocker blocker(this);
    const int last = static_cast<int>(frames.total - frames.count);
    bool any_choice = true;
    switch (part_) {
    case FramePart::total:
        setValue(static_cast<int>(frames.total));
        break;
    case FramePart::first:
        setRange(0, last);
        setValue(static_cast<int>(frames.first));
        setToolTip(
            tr("The first frame that is shown, f: 0 to %1").arg(count_text(frames.total - frames.count)));
        any_choice = last > 0;
        break;
    case FramePart::count:
        setRange(1, static_cast<int>(frames.total));
        setValue(static_cast<int>(frames.count));
        any_choice = frames.total > 1;
        break;
    }
    setEnabled(any_choice && pane_.recording() != nullptr);
}

void FrameBox::keyPressEvent(QKeyEvent* event) {
    QSpinBox::keyPressEvent(event);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) Q_EMIT entered();
}

} // namespace hitmap
