#include "widgets/simt/path_picture.h"

#include "render/plot/plot_style.h"
#include "widgets/base/format.h"

#include <QtGui/QPainter>

#include <algorithm>
#include <array>

namespace hitmap {

namespace {

constexpr int swatch = 12; // pixels
constexpr int gap = 5;

QRgb qt_colour(Rgb colour) {
    return qRgb(colour.r, colour.g, colour.b);
}

Rgb colour_of(std::uint32_t path) {
    const auto colours = path_colours();
    return path < colours.size() ? colours[path] : other_path_colour;
}

} // namespace

std::span<const Rgb> path_colours() {
    // Those of Okabe and Ito 2008, as for the series of plots.
    static constexpr std::array<Rgb, 6> colours{
        {{0, 114, 178}, {230, 159, 0}, {0, 158, 115}, {204, 121, 167}, {240, 228, 66}, {213, 94, 0}}};
    return colours;
}

QImage path_image(const PixelPaths& paths, const QSize& size, std::optional<std::uint32_t> chosen,
                  const JobContext& job) {
    if (size.isEmpty() || paths.of_pixel.empty()) return {};
    QImage image(size, QImage::Format_ARGB32);
    const std::uint32_t* path = paths.of_pixel.data();
    constexpr double faded = 0.25;
    for (int row = 0; row < size.height(); ++row) {
        if (row % 64 == 0) job.check();
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(row));
        for (int column = 0; column < size.width(); ++column, ++path) {
            const Rgb colour = colour_of(*path);
            const bool fades = chosen && *path != *chosen;
            line[column] = *path == PixelPaths::none ? qRgba(0, 0, 0, 0)
                           : fades                   ? qt_colour(mixed(colour, {0xff, 0xff, 0xff}, faded))
                                                     : qt_colour(colour);
        }
    }
    return image;
}

PathPicture::PathPicture(QWidget* parent) : PixelCanvas(parent) {}

void PathPicture::outline(std::span<const std::uint32_t> of_pixel, std::optional<std::uint32_t> path) {
    of_pixel_ = of_pixel;
    path_ = path;
    update();
}

void PathPicture::paintEvent(QPaintEvent* event) {
    PixelCanvas::paintEvent(event);
    constexpr double least_scale = 3.0; // below, edges would hide the pixels; the others fade
    const QSize size = image().size();
    if (!path_ || size.isEmpty() || scale() < least_scale ||
        of_pixel_.size() != static_cast<std::size_t>(size.width()) * static_cast<std::size_t>(size.height()))
        return;
    const QRectF where = target();
    const double cell = where.width() / size.width();
    const auto has_path = [&](int x, int y) {
        return x >= 0 && y >= 0 && x < size.width() && y < size.height() &&
               of_pixel_[static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width()) +
                         static_cast<std::size_t>(x)] == *path_;
    };
    const auto clamped = [](double at, int most) { return std::clamp(static_cast<int>(at), 0, most); };
    // Only what is visible.
    const int left = clamped(-where.left() / cell, size.width());
    const int top = clamped(-where.top() / cell, size.height());
    const int right = clamped((width() - where.left()) / cell + 1.0, size.width());
    const int bottom = clamped((height() - where.top()) / cell + 1.0, size.height());
    std::vector<QLineF> edges;
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) {
            if (!has_path(x, y)) continue;
            const QPointF corner = where.topLeft() + QPointF(x, y) * cell;
            if (!has_path(x - 1, y)) edges.emplace_back(corner, corner + QPointF(0.0, cell));
            if (!has_path(x + 1, y))
                edges.emplace_back(corner + QPointF(cell, 0.0), corner + QPointF(cell, cell));
            if (!has_path(x, y - 1)) edges.emplace_back(corner, corner + QPointF(cell, 0.0));
            if (!has_path(x, y + 1))
                edges.emplace_back(corner + QPointF(0.0, cell), corner + QPointF(cell, cell));
        }
    QPainter painter(this);
    painter.setClipRect(where);
    painter.setPen({Qt::black, 2.0});
    painter.drawLines(edges.data(), static_cast<int>(edges.size()));
}

PathLegend::PathLegend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void PathLegend::show_paths(const ThreadPaths& paths) {
    entries_.clear();
    colours_.clear();
    std::uint64_t listed = 0;
    for (std::size_t i = 0; i < std::min(paths.top.size(), path_colours().size()); ++i) {
        entries_.append(QStringLiteral("%1: %2").arg(QString::number(i + 1),
                                                     share_text(paths.top[i].threads, paths.threads)));
        colours_.push_back(path_colours()[i]);
        listed += paths.top[i].threads;
    }
    if (listed < paths.threads) {
        entries_.append(tr("others: %1").arg(share_text(paths.threads - listed, paths.threads)));
        colours_.push_back(other_path_colour);
    }
    setAccessibleName(entries_.join(QStringLiteral(", ")));
    setToolTip(entries_.join(QLatin1Char('\n')));
    setVisible(!entries_.isEmpty());
    updateGeometry();
    update();
}

QSize PathLegend::sizeHint() const {
    return {100, fontMetrics().height() + gap};
}

void PathLegend::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    int left = 0;
    for (int i = 0; i < entries_.size(); ++i) {
        const Rgb colour = colours_[static_cast<std::size_t>(i)];
        const QRect box(left, (height() - swatch) / 2, swatch, swatch);
        painter.fillRect(box, QColor(colour.r, colour.g, colour.b));
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawRect(box);
        left += swatch + gap;
        painter.drawText(QRect(left, 0, width() - left, height()), Qt::AlignVCenter | Qt::AlignLeft,
                         entries_[i]);
        left += fontMetrics().horizontalAdvance(entries_[i]) + 2 * gap;
    }
}

} // namespace hitmap
