#include "widgets/session/selection/touched_elements.h"

#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <tuple>

namespace hitmap {

std::shared_ptr<const TouchedElements> touched_elements(const Profile& profile, std::uint32_t pixel,
                                                        const FrameRange& frames, const JobContext& job) {
    auto touched = std::make_shared<TouchedElements>();
    touched->pixel = pixel;
    touched->frames = clamped(frames);
    const auto accesses =
        profile.pixel_accesses(pixel, frame_range_window(profile.positions(), touched->frames), job);
    touched->known = accesses.has_value();
    if (!accesses) return touched;
    std::vector<Highlight> all;
    all.reserve(accesses->size());
    for (const PixelAccess& access : *accesses) {
        all.push_back({access.kind, access.element});
        ++touched->accesses[access.kind];
    }
    const auto key = [](const Highlight& highlight) { return std::pair{highlight.kind, highlight.element}; };
    std::ranges::sort(all, {}, key);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (const Highlight& element : all)
        ++touched->counts[element.kind];
    // Pixels are not part of the scene.
    std::erase_if(all, [](const Highlight& element) { return !element_kinds()[element.kind].geometry; });
    touched->elements = std::move(all);
    return touched;
}

} // namespace hitmap
