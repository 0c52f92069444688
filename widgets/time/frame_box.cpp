#include "widgets/time/frame_box.h"

#include "widgets/base/format.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QToolTip>

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
    case FramePart::total: {
        const std::uint64_t taken = possible_total(number);
        pane_.set_frames(with_frame_count(frames, taken));
        show_first_accesses();
        show_frames(); // also if nothing changed
        if (taken != number) tell_replaced(number, taken);
        break;
    }
    case FramePart::first:
        pane_.set_frames(with_first_frame(frames, number));
        break;
    case FramePart::count:
        pane_.set_frames({frames.total, frames.first, number});
        break;
    }
}

void FrameBox::show_first_accesses() {
    const FrameRange& frames = pane_.choices().frames;
    const auto profile = pane_.profile();
    const View& view = pane_.choices().view;
    if (profile == nullptr || frames.first != 0 || pane_.shows_image()) return;
    const ElementKindId kind = coloured_kinds(view).front();
    constexpr std::uint64_t most_tried = 64; // each takes a fraction of a millisecond
    for (std::uint64_t f = 0; f < std::min(frames.total, most_tried); ++f) {
        const FrameRange tried = with_first_frame(frames, f);
        const TimeWindow window = frame_range_window(profile->positions(), tried);
        if (profile->totals(window).at(kind).elements_accessed != 0) return pane_.set_frames(tried);
    }
}

std::uint64_t FrameBox::recorded_frames() const {
    const auto profile = pane_.profile();
    return profile == nullptr ? 0 : profile->capabilities().finest_frames.value_or(0);
}

void FrameBox::stepBy(int steps) {
    const std::uint64_t recorded = part_ == FramePart::total ? recorded_frames() : 0;
    if (recorded == 0) {
        QSpinBox::stepBy(steps);
        return;
    }
    std::uint64_t total = pane_.choices().frames.total;
    for (; steps > 0 && total < recorded; --steps)
        do
            ++total;
        while (recorded % total != 0);
    for (; steps < 0 && total > 1; ++steps)
        do
            --total;
        while (recorded % total != 0);
    setValue(static_cast<int>(total));
}

void FrameBox::tell_replaced(std::uint64_t wanted, std::uint64_t taken) {
    QToolTip::showText(mapToGlobal(rect().bottomLeft()),
                       tr("%1 does not divide the %2 recorded frames; %3 does.")
                           .arg(count_text(wanted), count_text(recorded_frames()), count_text(taken)),
                       this);
}

QString FrameBox::total_help() const {
    const std::uint64_t recorded = recorded_frames();
    if (recorded == 0)
        return tr("Number of frames q that the recording's element accesses, or its requests if there are "
                  "none, are divided into, in order");
    return tr("Number of frames q. The recording has sums for %1 frames, and q must divide them.")
        .arg(count_text(recorded));
}

/// Returns the next number of frames that divides the recorded ones, in the direction of the change.
std::uint64_t FrameBox::possible_total(std::uint64_t wanted) const {
    const std::uint64_t finest = recorded_frames();
    if (finest == 0) return wanted;
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
        setToolTip(total_help());
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
