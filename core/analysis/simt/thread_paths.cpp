#include "core/analysis/simt/thread_paths.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace hitmap {

namespace {

PathRay ray_of(const LaneTag& tag) {
    return {tag.sample, tag.bounce, tag.ray_kind};
}

template <class Item>
void sort_without_duplicates(std::vector<Item>& items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
}

using RaysOfPixels = std::vector<std::pair<std::uint32_t, PathRay>>;

/// Lists the rays of pixels, sorted, and in `paths` which rays there are. Empty, with the reason in `paths`,
/// if there are no paths.
RaysOfPixels list_rays(std::span<const LaneTagRun> tags, ThreadPaths& paths) {
    RaysOfPixels rays_of_pixels;
    rays_of_pixels.reserve(tags.size());
    std::vector<PathRay>& rays = paths.rays;
    for (const LaneTagRun& run : tags) {
        rays_of_pixels.emplace_back(run.tag.work_item, ray_of(run.tag));
        const auto place = std::ranges::lower_bound(rays, ray_of(run.tag));
        if (place == rays.end() || *place != ray_of(run.tag)) rays.insert(place, ray_of(run.tag));
        if (rays.size() > most_path_rays) {
            paths = {};
            paths.why_empty = "pixels have more than 1024 different rays";
            return {};
        }
    }
    if (tags.empty()) paths.why_empty = "the recording has no lane tags, which say which ray a lane traces";
    sort_without_duplicates(rays_of_pixels);
    return rays_of_pixels;
}

/// Calls `visit(pixel, path)` for each pixel.
template <class Visit>
void for_each_path(const RaysOfPixels& rays_of_pixels, const std::vector<PathRay>& rays, const Visit& visit) {
    std::string path;
    for (auto ray = rays_of_pixels.begin(); ray != rays_of_pixels.end();) {
        path.assign(rays.size(), '0');
        const std::uint32_t pixel = ray->first;
        for (; ray != rays_of_pixels.end() && ray->first == pixel; ++ray)
            path[static_cast<std::size_t>(std::ranges::lower_bound(rays, ray->second) - rays.begin())] = '1';
        visit(pixel, path);
    }
}

} // namespace

PixelPaths pixel_paths(std::span<const LaneTagRun> tags, std::size_t top, std::size_t pixels) {
    PixelPaths result;
    ThreadPaths& paths = result.paths;
    const RaysOfPixels rays_of_pixels = list_rays(tags, paths);
    std::map<std::string, std::uint64_t> threads;
    for_each_path(rays_of_pixels, paths.rays, [&](std::uint32_t, const std::string& path) {
        ++threads[path];
        ++paths.threads;
    });
    paths.count = threads.size();
    for (const auto& [path, of_path] : threads)
        paths.top.push_back({path, of_path});
    std::ranges::stable_sort(paths.top, std::greater<>(), &ThreadPath::threads);
    if (paths.top.size() > top) paths.top.resize(top);
    if (pixels == 0) return result;
    result.of_pixel.assign(pixels, PixelPaths::none);
    std::map<std::string, std::uint32_t> numbers;
    for (const ThreadPath& path : paths.top)
        numbers.emplace(path.path, static_cast<std::uint32_t>(numbers.size()));
    for_each_path(rays_of_pixels, paths.rays, [&](std::uint32_t pixel, const std::string& path) {
        if (pixel >= pixels) return;
        const auto number = numbers.find(path);
        result.of_pixel[pixel] = number != numbers.end() ? number->second : PixelPaths::rare;
    });
    return result;
}

ThreadPaths thread_paths(std::span<const LaneTagRun> tags, std::size_t top) {
    return pixel_paths(tags, top, 0).paths;
}

} // namespace hitmap
