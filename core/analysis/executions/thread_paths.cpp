#include "core/analysis/executions/thread_paths.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace hitmap {

namespace {

struct PathRay {
    std::uint32_t sample;
    std::uint8_t bounce;
    std::uint8_t kind;
    friend auto operator<=>(const PathRay&, const PathRay&) = default;
};

PathRay ray_of(const LaneTag& tag) {
    return {tag.sample, tag.bounce, tag.ray_kind};
}

template <class Item>
void sort_without_duplicates(std::vector<Item>& items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
}

} // namespace

ThreadPaths thread_paths(std::span<const LaneTagRun> tags, std::size_t top) {
    ThreadPaths paths;
    std::vector<PathRay> rays;
    std::vector<std::pair<std::uint32_t, PathRay>> rays_of_pixels;
    rays_of_pixels.reserve(tags.size());
    for (const LaneTagRun& run : tags) {
        rays_of_pixels.emplace_back(run.tag.work_item, ray_of(run.tag));
        const auto place = std::ranges::lower_bound(rays, ray_of(run.tag));
        if (place == rays.end() || *place != ray_of(run.tag)) rays.insert(place, ray_of(run.tag));
        if (rays.size() > most_path_rays) {
            paths.why_empty = "pixels have more than 1024 different rays";
            return paths;
        }
    }
    if (tags.empty()) paths.why_empty = "the recording has no lane tags, which say which ray a lane traces";
    sort_without_duplicates(rays_of_pixels);
    std::map<std::string, std::uint64_t> threads;
    for (auto ray = rays_of_pixels.begin(); ray != rays_of_pixels.end();) {
        std::string path(rays.size(), '0');
        const std::uint32_t pixel = ray->first;
        for (; ray != rays_of_pixels.end() && ray->first == pixel; ++ray)
            path[static_cast<std::size_t>(std::ranges::lower_bound(rays, ray->second) - rays.begin())] = '1';
        ++threads[path];
        ++paths.threads;
    }
    paths.count = threads.size();
    for (const auto& [path, pixels] : threads)
        paths.top.push_back({path, pixels});
    std::ranges::stable_sort(paths.top, std::greater<>(), &ThreadPath::threads);
    if (paths.top.size() > top) paths.top.resize(top);
    return paths;
}

} // namespace hitmap
