#pragma once

#include "core/analysis/simt/thread_paths.h"
#include "core/jobs/progress.h"
#include "render/image/image.h"
#include "widgets/framebuffer/pixel_canvas.h"

#include <QtCore/QSize>
#include <QtGui/QImage>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hitmap {

/// The colours of the most frequent paths, in their order.
[[nodiscard]] std::span<const Rgb> path_colours();
/// The colour of all other paths.
inline constexpr Rgb other_path_colour{0x9a, 0x9a, 0x9a};

/// Returns the picture of paths: the colours of path_colours(), and transparent where a pixel has no ray.
/// @param chosen  a path whose pixels keep their colours while the others fade; no value: all have theirs
[[nodiscard]] QImage path_image(const PixelPaths& paths, const QSize& size,
                                std::optional<std::uint32_t> chosen, const JobContext& job);

/// Which pixels have which path. Outlines the pixels of one of them.
class PathPicture : public PixelCanvas {
    Q_OBJECT
public:
    explicit PathPicture(QWidget* parent = nullptr);

    /// @param of_pixel  [pixels of the image] as PixelPaths::of_pixel; must outlive the picture or be
    /// replaced
    /// @param path      the path whose pixels are outlined
    void outline(std::span<const std::uint32_t> of_pixel, std::optional<std::uint32_t> path);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::span<const std::uint32_t> of_pixel_;
    std::optional<std::uint32_t> path_;
};

/// The colours and shares of the most frequent paths, in a line.
class PathLegend : public QWidget {
    Q_OBJECT
public:
    explicit PathLegend(QWidget* parent = nullptr);

    void show_paths(const ThreadPaths& paths);
    [[nodiscard]] QSize sizeHint() const override;
    /// The texts beside the colours.
    [[nodiscard]] const QStringList& entries() const { return entries_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList entries_;
    std::vector<Rgb> colours_; ///< [entries_]
};

} // namespace hitmap
