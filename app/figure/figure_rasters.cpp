#include "app/figure/figure_rasters.h"

#include "app/figure/figure_json.h"
#include "core/base/error.h"
#include "core/trace/model/element_kind.h"
#include "render/gl/offscreen.h"
#include "render/image/cairo_image.h"
#include "render/picture/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint64_t most_pixels = std::uint64_t{1} << 28;

/// Returns an image of a smaller size. Each of its pixels is the mean of those that it covers.
Image averaged(const Image& image, FrameSize size) {
    Image smaller(size);
    const auto part = [](int i, int to, int from) {
        const int first = static_cast<int>(std::int64_t{i} * from / to);
        return std::pair(first, std::max(first + 1, static_cast<int>(std::int64_t{i + 1} * from / to)));
    };
    for (int y = 0; y < size.height; ++y) {
        const auto [top, bottom] = part(y, size.height, image.size.height);
        for (int x = 0; x < size.width; ++x) {
            const auto [left, right] = part(x, size.width, image.size.width);
            std::array<std::uint64_t, 4> sums{};
            for (int row = top; row < bottom; ++row)
                for (int column = left; column < right; ++column)
                    for (std::size_t channel = 0; channel < 4; ++channel)
                        sums[channel] += image.pixel(column, row)[channel];
            const auto count =
                static_cast<std::uint64_t>(bottom - top) * static_cast<std::uint64_t>(right - left);
            for (std::size_t channel = 0; channel < 4; ++channel)
                smaller.pixel(x, y)[channel] = static_cast<std::uint8_t>((sums[channel] + count / 2) / count);
        }
    }
    return smaller;
}

Image cells_raster(const FramebufferPanel& panel, FrameSize size) {
    const Image cells = framebuffer_cells(panel);
    const bool smaller = size.width < cells.size.width && size.height < cells.size.height;
    return smaller ? averaged(cells, size) : stretched(cells, size);
}

/// Draws meshes with one context; panels of one scene share its geometry.
class MeshRasters {
public:
    MeshRasters(const Figure& figure, const JobContext& job) : figure_(figure), job_(job) {}

    Image draw(const FigurePanel& panel, const FigureMesh& mesh, const FigureContent& content,
               const FigureRegion& region, FrameSize size) {
        // The pixels of the whole picture of which the region has `size`.
        const auto whole = [](int pixels, double share) {
            return static_cast<int>(std::lround(pixels / share));
        };
        PicturePart part{{whole(size.width, region.width), whole(size.height, region.height)}, 0, 0, size};
        part.left = static_cast<int>(std::lround(region.left * part.picture.width));
        part.top = static_cast<int>(std::lround(region.top * part.picture.height));
        if (std::max(part.picture.width, part.picture.height) > 32768)
            throw Error(
                fmt::format("{}: expected an inset that is part of a picture of at most 32768 pixels a "
                            "side, found {}x{}; lower the DPI or enlarge the region",
                            place_of(panel), part.picture.width, part.picture.height));
        if (context_ == nullptr) context_ = std::make_unique<OffscreenContext>();
        auto& geometry = geometries_[mesh.prepared.get()];
        if (geometry == nullptr) geometry = std::make_shared<SceneGeometry>(mesh.prepared);
        SceneRenderer renderer(geometry);
        give_values(renderer, mesh.values.kinds);
        constexpr int supersampling = 2;
        const double pixel_scale = figure_.pixels_per_point() * figure_.line_width;
        return draw_mesh_part(renderer, content.state.view, content.range, part, {}, supersampling,
                              static_cast<float>(pixel_scale), job_);
    }

private:
    const Figure& figure_;
    const JobContext& job_;
    std::unique_ptr<OffscreenContext> context_;
    std::map<const PreparedScene*, std::shared_ptr<SceneGeometry>> geometries_;
};

} // namespace

FrameSize pixels_of(const FigureArea& area, const Figure& figure) {
    const auto pixels = [&](double points) {
        return std::max(1, static_cast<int>(std::lround(points * figure.pixels_per_point())));
    };
    return {pixels(area.width), pixels(area.height)};
}

std::vector<FigureRasters> figure_rasters(const Figure& figure, const FigureLayout& layout,
                                          const std::vector<FigureContent>& contents, const JobContext& job) {
    const FrameSize page = pixels_of({0.0, 0.0, layout.size.x, layout.size.y}, figure);
    if (static_cast<std::uint64_t>(page.width) * static_cast<std::uint64_t>(page.height) > most_pixels)
        throw Error(fmt::format("expected a figure of at most {} pixels, found {}x{} at {} DPI", most_pixels,
                                page.width, page.height, figure.dots_per_inch));
    job.begin("drawing");
    MeshRasters meshes(figure, job);
    std::vector<FigureRasters> rasters(figure.panels.size());
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        job.check();
        const FigurePanel& panel = figure.panels[i];
        const FigureContent& content = contents[i];
        const FrameSize size = pixels_of(layout.panels[i], figure);
        if (content.cells) rasters[i].picture = cells_raster(*content.cells, size);
        if (content.meshes.empty()) continue;
        rasters[i].picture = meshes.draw(panel, content.meshes.front(), content, {}, size);
        for (std::size_t k = 0; k < panel.insets.size(); ++k)
            rasters[i].insets.push_back(meshes.draw(panel, content.meshes[k + 1], content,
                                                    panel.insets[k].region,
                                                    pixels_of(layout.insets[i][k], figure)));
    }
    return rasters;
}

} // namespace hitmap
