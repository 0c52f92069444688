#include "widgets/contents/set_picture.h"

#include "core/cache/contents/box_levels.h"
#include "render/plot/plot_style.h"
#include "widgets/base/format.h"
#include "widgets/controls/focus_frame.h"

#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace hitmap {

namespace {

QColor set_colour(Rgb colour) {
    return {colour.r, colour.g, colour.b};
}

} // namespace

SetPicture::SetPicture(QWidget* parent) : QWidget(parent), map_(colour_maps().front()) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Lines of the sets over time"));
    setWhatsThis(tr("A column is a moment, and the rows are the lines of each set. Click, or press the "
                    "arrows, to list the lines of a set; Enter shows the frames up to this moment"));
}

void SetPicture::show(std::shared_ptr<const SetCells> cells, Words words, const ColourMap& map) {
    cells_ = std::move(cells);
    words_ = std::move(words);
    map_ = map;
    image_ = {};
    if (empty())
        cell_.reset();
    else if (!cell_ || cell_->moment >= cells_->moments() || cell_->row >= cells_->rows())
        cell_ = Cell{cells_->moments() / 2, 0};
    Q_EMIT cell_changed();
    update();
}

QSize SetPicture::minimumSizeHint() const {
    return {16 * fontMetrics().height(), 13 * fontMetrics().height()};
}

QRectF SetPicture::area() const {
    const double line = fontMetrics().height();
    const double left = fontMetrics().horizontalAdvance(QStringLiteral("000000")) + line;
    // The last number of the time axis is below the last cell.
    const QString last = empty() ? QString() : count_text(cells_->held().request.moments.back());
    const double right = std::max(0.5 * line, 0.5 * fontMetrics().horizontalAdvance(last) + 2.0);
    return QRectF(rect()).adjusted(left, 4.0, -right, -5.8 * line);
}

QPoint SetPicture::place_of(const Cell& cell) const {
    const QRectF all = area();
    return QPointF(all.left() + all.width() * (static_cast<double>(cell.moment) + 0.5) /
                                    static_cast<double>(cells_->moments()),
                   all.top() + all.height() * (static_cast<double>(cell.row) + 0.5) /
                                   static_cast<double>(cells_->rows()))
        .toPoint();
}

std::optional<SetPicture::Cell> SetPicture::cell_at(const QPointF& place) const {
    const QRectF all = area();
    if (empty() || !all.contains(place)) return std::nullopt;
    const auto part = [](double share, std::size_t count) {
        return std::min(static_cast<std::size_t>(share * static_cast<double>(count)), count - 1);
    };
    return Cell{part((place.x() - all.left()) / all.width(), cells_->moments()),
                part((place.y() - all.top()) / all.height(), cells_->rows())};
}

QString SetPicture::name_of(std::uint16_t allocation) const {
    return allocation < words_.allocations.size() ? words_.allocations[allocation] : tr("no allocation");
}

QColor SetPicture::mapped(double share) const {
    return set_colour(map_.at(static_cast<float>(std::clamp(share, 0.0, 1.0))));
}

QColor SetPicture::colour_of_allocation(std::uint16_t allocation) const {
    return set_colour(PlotStyle().colour(words_.looks.look_of(allocation)));
}

QColor SetPicture::colour_of_line(std::size_t moment, const HeldLine* line) const {
    if (line == nullptr) return palette().color(QPalette::Base);
    switch (cells_->colour()) {
    case SetColour::box_level:
        return line->box_level == BoxLevels::none
                   ? QColor(Qt::gray)
                   : mapped(line->box_level / std::max(1.0, static_cast<double>(cells_->most_level())));
    case SetColour::age:
        return mapped(std::log1p(static_cast<double>(cells_->age_of(moment, *line))) /
                      std::max(1.0, std::log1p(static_cast<double>(cells_->most_age()))));
    case SetColour::allocation:
        break;
    }
    return colour_of_allocation(line->allocation);
}

QString SetPicture::reading_of(const Cell& cell) const {
    const HeldLine* const line = line_of(cell);
    const auto of_set = cells_->lines_of_set(cell.moment, cell.row);
    std::map<std::uint16_t, std::uint64_t> counts;
    for (const HeldLine* each : of_set)
        ++counts[each->allocation];
    QStringList parts;
    for (const std::uint16_t allocation : cells_->allocations())
        if (counts.contains(allocation))
            parts.append(tr("%1 of %2").arg(count_text(counts[allocation]), name_of(allocation)));
    const HeldLines& held = cells_->held();
    QString set = tr("set %1").arg(count_text(cells_->set_of(cell.row)));
    if (held.arrays > 1)
        set += held.request.level == Level::l1 ? tr(" of unit %1").arg(cells_->array_of(cell.row))
                                               : tr(" of partition %1").arg(cells_->array_of(cell.row));
    QString text = tr("At %1, %2 holds %3 of %4 lines")
                       .arg(count_text(held.request.moments[cell.moment]), set, count_text(of_set.size()),
                            count_text(held.ways));
    if (!parts.isEmpty()) text += QStringLiteral(": ") + parts.join(QStringLiteral(", "));
    text += QStringLiteral(". ");
    if (line == nullptr) return text + tr("This way has no line.");
    const QString level =
        line->box_level == BoxLevels::none ? tr("no box") : tr("level %1").arg(line->box_level);
    return text + tr("This row: %1, %2, last used %3 positions before.")
                      .arg(name_of(line->allocation), level, count_text(cells_->age_of(cell.moment, *line)));
}

void SetPicture::set_cell(const Cell& cell) {
    if (cell_ == cell) return;
    cell_ = cell;
    Q_EMIT cell_changed();
    update();
}

void SetPicture::paintEvent(QPaintEvent* /*event*/) {
    if (!empty() && image_.isNull()) draw_image();
    QPainter painter(this);
    if (empty()) return draw_focus_frame(painter, *this);
    painter.drawImage(area(), image_);
    draw_axes(painter);
    draw_legend(painter);
    draw_cursor(painter);
    draw_focus_frame(painter, *this);
}

void SetPicture::changeEvent(QEvent* event) {
    image_ = {}; // palette
    QWidget::changeEvent(event);
}

} // namespace hitmap
