#include "widgets/base/format.h"
#include "widgets/contents/set_picture.h"
#include "widgets/plot/screen_style.h"

#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>

namespace hitmap {

void SetPicture::draw_image() {
    image_ =
        QImage(static_cast<int>(cells_->moments()), static_cast<int>(cells_->rows()), QImage::Format_RGB32);
    for (std::size_t row = 0; row < cells_->rows(); ++row)
        for (std::size_t moment = 0; moment < cells_->moments(); ++moment)
            image_.setPixel(static_cast<int>(moment), static_cast<int>(row), colour_of({moment, row}).rgb());
}

void SetPicture::draw_axes(QPainter& painter) const {
    const QRectF all = area();
    const double line = fontMetrics().height();
    painter.setPen(palette().color(QPalette::WindowText));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(all);
    const std::size_t sets = cells_->rows() / cells_->rows_a_set();
    const auto room = static_cast<std::size_t>(std::max(1.0, all.height() / (1.6 * line)));
    const std::size_t step = std::max<std::size_t>(1, (sets + room - 1) / room);
    for (std::size_t set = 0; set < sets; set += step) {
        const double y = all.top() + all.height() * static_cast<double>(set) / static_cast<double>(sets);
        painter.drawLine(QPointF(all.left() - 4.0, y), QPointF(all.left(), y));
        painter.drawText(QRectF(0, y, all.left() - 6.0, line), Qt::AlignRight | Qt::AlignTop,
                         count_text(cells_->set_of(set * cells_->rows_a_set())));
    }
    painter.save();
    painter.rotate(-90);
    painter.drawText(QRectF(-all.bottom(), 0, all.height(), line), Qt::AlignCenter, tr("Set"));
    painter.restore();
    draw_time_axis(painter);
}

std::vector<AxisTick> SetPicture::time_ticks() const {
    if (empty()) return {};
    PlotAxis axis;
    for (const std::uint64_t moment : cells_->held().request.moments)
        axis.labels.push_back(count_text(moment).toStdString());
    const PlotStyle style = screen_style(*this);
    const PlotRange range{-0.5, static_cast<double>(cells_->moments()) - 0.5};
    return axis_ticks(axis, range, area().width(), tick_distance(axis, range, style.label_size, style.number),
                      style.number);
}

void SetPicture::draw_time_axis(QPainter& painter) const {
    const QRectF all = area();
    const double line = fontMetrics().height();
    constexpr double tick = 4.0;
    for (const AxisTick& each : time_ticks()) {
        const double x =
            all.left() + all.width() * (each.place + 0.5) / static_cast<double>(cells_->moments());
        const QString text = text_of(each.text);
        const double width = fontMetrics().horizontalAdvance(text);
        painter.drawLine(QPointF(x, all.bottom()), QPointF(x, all.bottom() + tick));
        painter.drawText(QRectF(x - 0.5 * width, all.bottom() + tick, width, line),
                         Qt::AlignCenter | Qt::TextDontClip, text);
    }
    painter.drawText(QRectF(all.left(), all.bottom() + tick + line, all.width(), line), Qt::AlignHCenter,
                     words_.positions);
}

SetPicture::Legend SetPicture::legend() const {
    Legend entries;
    const auto level = [&](std::uint64_t number) {
        return mapped(static_cast<double>(number) / std::max<double>(1.0, cells_->most_level()));
    };
    switch (cells_->colour()) {
    case SetColour::allocation: {
        std::size_t others = 0;
        QColor shared;
        for (const std::uint16_t allocation : cells_->allocations()) {
            if (words_.looks.look_of(allocation) != AllocationLooks::own)
                entries.emplace_back(colour_of_allocation(allocation), name_of(allocation));
            else if (others++ == 0)
                shared = colour_of_allocation(allocation);
        }
        if (others != 0)
            entries.emplace_back(shared, others == 1 ? tr("1 other") : tr("%1 others").arg(others));
        break;
    }
    case SetColour::box_level:
        for (std::uint64_t i = 0; i <= 4; ++i)
            if (const std::uint64_t number = cells_->most_level() * i / 4;
                i == 0 || number != cells_->most_level() * (i - 1) / 4)
                entries.emplace_back(level(number), tr("level %1").arg(number));
        entries.emplace_back(Qt::gray, tr("no box"));
        break;
    case SetColour::age:
        for (int i = 0; i <= 4; ++i) {
            const double age = std::expm1(std::log1p(static_cast<double>(cells_->most_age())) * i / 4.0);
            entries.emplace_back(mapped(i / 4.0), count_text(static_cast<std::uint64_t>(std::llround(age))));
        }
        break;
    }
    entries.emplace_back(palette().color(QPalette::Base), tr("no line"));
    return entries;
}

void SetPicture::draw_legend(QPainter& painter) const {
    const QRectF all = area();
    const double line = fontMetrics().height();
    double x = all.left();
    double y = all.bottom() + 2.6 * line; // below the numbers and the title of time
    if (cells_->colour() == SetColour::age) {
        const QString title = tr("Positions since the last use:");
        painter.drawText(QPointF(x, y + 0.8 * line), title);
        x += fontMetrics().horizontalAdvance(title) + line;
    }
    for (const auto& [colour, name] : legend()) {
        const double width = 1.2 * line + fontMetrics().horizontalAdvance(name) + line;
        if (x + width > this->width() && x > all.left()) {
            x = all.left();
            y += 1.15 * line;
        }
        painter.setBrush(colour);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawRect(QRectF(x, y + 0.1 * line, 0.8 * line, 0.7 * line));
        painter.drawText(QPointF(x + 1.1 * line, y + 0.8 * line), name);
        x += width;
    }
}

void SetPicture::draw_cursor(QPainter& painter) const {
    const QRectF all = area();
    const double width = all.width() / static_cast<double>(cells_->moments());
    const std::size_t set = cell_->row / cells_->rows_a_set();
    const double height =
        all.height() / static_cast<double>(cells_->rows()) * static_cast<double>(cells_->rows_a_set());
    const QRectF of_set(all.left() + width * static_cast<double>(cell_->moment),
                        all.top() + height * static_cast<double>(set), width, std::max(height, 3.0));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::black, 3));
    painter.drawRect(of_set);
    painter.setPen(QPen(Qt::white, 1));
    painter.drawRect(of_set);
    const double y = place_of(*cell_).y();
    painter.drawLine(QPointF(of_set.left() - 4.0, y), QPointF(of_set.left(), y));
}

} // namespace hitmap
