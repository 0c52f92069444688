// Mouse and wheel input of the colour bar.
#include "widgets/base/format.h"
#include "widgets/colour/colour_bar.h"

#include <QtGui/QClipboard>
#include <QtGui/QContextMenuEvent>
#include <QtGui/QGuiApplication>
#include <QtGui/QMouseEvent>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QActionGroup>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

constexpr int end_reach = 9; // distance to an end of the bar, on either side
constexpr float scale_a_notch = 0.85F;

QString label_of(float value, ValueStyle style) {
    return QString::fromStdString(value_label(value, style));
}

} // namespace

ColourBar::Grip ColourBar::grip_at(const QPoint& position) const {
    const QRect bar = layout_now().bar;
    if (scale_of(pane_).values.empty() || !text_.refusal.empty() || position.x() < bar.left() - 4)
        return Grip::none;
    if (std::abs(position.y() - bar.top()) <= end_reach) return Grip::high;
    if (std::abs(position.y() - bar.bottom()) <= end_reach) return Grip::low;
    return bar.contains(position) && !range_.difference ? Grip::middle : Grip::none;
}

float ColourBar::value_at(double y, const ColourRange& range) const {
    const QRect bar = layout_now().bar;
    const double t = (bar.top() + bar.height() - y) / bar.height();
    return static_cast<float>(range.min + t * (static_cast<double>(range.max) - range.min));
}

void ColourBar::set_ends(const RangeEnds& ends) {
    pane_.set_view(with_manual_range(pane_.choices().view, ends, pane_.range_subject()));
}

void ColourBar::set_mode(RangeMode mode) {
    View view = pane_.choices().view;
    if (mode == RangeMode::manual)
        view = with_manual_range(view, {range_.min, range_.max}, pane_.range_subject());
    view.range_mode = mode;
    pane_.set_view(view);
}

void ColourBar::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    drag_ = {grip_at(event->pos()), range_, event->localPos().y()};
}

void ColourBar::mouseMoveEvent(QMouseEvent* event) {
    const double y = event->localPos().y();
    if (!event->buttons().testFlag(Qt::LeftButton)) drag_.grip = Grip::none;
    // Values are read off the scale at the start of the drag. Small movements during a click have no effect.
    const bool moved = std::abs(y - drag_.from) >= 2.0;
    switch (drag_.grip) {
    case Grip::low:
    case Grip::high:
        if (moved) {
            set_ends(with_end(drag_.range, text_.style,
                              drag_.grip == Grip::low ? RangeEnd::low : RangeEnd::high,
                              value_at(y, drag_.range)));
        }
        break;
    case Grip::middle:
        if (moved) {
            set_ends(shifted(drag_.range, text_.style,
                             value_at(drag_.from, drag_.range) - value_at(y, drag_.range)));
        }
        break;
    case Grip::none: {
        const Grip grip = grip_at(event->pos());
        const bool end = grip == Grip::low || grip == Grip::high;
        setCursor(end ? Qt::SizeVerCursor : Qt::ArrowCursor);
        show_tip(event->pos(), event->globalPos());
        break;
    }
    }
}

void ColourBar::mouseReleaseEvent(QMouseEvent* /*event*/) {
    drag_.grip = Grip::none;
}

void ColourBar::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) set_mode(RangeMode::data);
}

void ColourBar::wheelEvent(QWheelEvent* event) {
    event->accept();
    if (scale_of(pane_).values.empty() || !text_.refusal.empty()) return;
    const auto notches = static_cast<float>(event->angleDelta().y()) / 120.0F;
    const float about = std::clamp(value_at(event->position().y(), range_), range_.min, range_.max);
    set_ends(scaled(range_, text_.style, std::pow(scale_a_notch, notches), about));
}

void ColourBar::copy_range() const {
    // The C locale is used so that the text can be pasted into other programs.
    QGuiApplication::clipboard()->setText(QStringLiteral("%1\t%2")
                                              .arg(static_cast<double>(range_.min), 0, 'g', 9)
                                              .arg(static_cast<double>(range_.max), 0, 'g', 9));
}

void ColourBar::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("colour_bar_menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    auto* modes = new QActionGroup(menu);
    for (const auto& [mode, text] :
         {std::pair{RangeMode::percentiles, tr("1st to 99th &Percentile of All Frames")},
          std::pair{RangeMode::frame_percentiles, tr("1st to 99th Percentile of &This Frame")},
          std::pair{RangeMode::full, tr("&Full Range")},
          std::pair{RangeMode::data, tr("&Data of This Frame")},
          std::pair{RangeMode::all_frames, tr("Data of &All Frames")},
          std::pair{RangeMode::manual, tr("&Manual")}}) {
        QAction* action = modes->addAction(menu->addAction(text));
        action->setCheckable(true);
        action->setChecked(mode == pane_.range_mode());
        const bool of_all = mode == RangeMode::all_frames || mode == RangeMode::percentiles;
        action->setEnabled(!of_all || !pane_.shows_image());
        connect(action, &QAction::triggered, this, [this, chosen = mode] { set_mode(chosen); });
    }
    menu->addSeparator();
    QAction* lock = menu->addAction(tr("&Lock the Range"));
    lock->setCheckable(true);
    lock->setChecked(pane_.choices().view.range_locked);
    lock->setEnabled(pane_.range_mode() != RangeMode::manual);
    connect(lock, &QAction::triggered, this, [this](bool on) {
        View view = pane_.choices().view;
        view.range_locked = on;
        pane_.set_view(view);
    });
    connect(menu->addAction(tr("&Copy Range")), &QAction::triggered, this, &ColourBar::copy_range);
    menu->popup(event->globalPos());
}

void ColourBar::show_tip(const QPoint& position, const QPoint& where) {
    if (!text_.refusal.empty()) {
        QToolTip::showText(where, text_of(text_.refusal), this);
        return;
    }
    const Layout layout = layout_now();
    const QRect counted_rows = layout.histogram.united(layout.bar);
    if (!counted_rows.contains(position) || histogram_ == nullptr || histogram_->bins.empty()) {
        QToolTip::hideText();
        return;
    }
    const auto bins = static_cast<int>(histogram_->bins.size());
    const int row = (counted_rows.bottom() - position.y()) * bins / counted_rows.height();
    const int bin = std::clamp(row, 0, bins - 1);
    const float width = (range_.max - range_.min) / static_cast<float>(bins);
    const float low = range_.min + static_cast<float>(bin) * width;
    QString text =
        tr("%1 to %2: %3 %4")
            .arg(label_of(low, text_.style), label_of(low + width, text_.style),
                 count_text(histogram_->bins[static_cast<std::size_t>(bin)]), scale_of(pane_).counted);
    text += tr("\n%1 below the range, %2 above it, %3 %4")
                .arg(count_text(histogram_->below), count_text(histogram_->above),
                     count_text(histogram_->without), legend_of(Pattern::not_accessed));
    if (range_.difference)
        text += tr("\n%1 in %2, %3 in %4")
                    .arg(count_text(histogram_->only_a), legend_of(Pattern::only_a),
                         count_text(histogram_->only_b), legend_of(Pattern::only_b));
    QToolTip::showText(where, text, this);
}

} // namespace hitmap
