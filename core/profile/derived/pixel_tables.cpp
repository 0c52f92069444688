#include "core/profile/derived/pixel_tables.h"

#include "core/base/error.h"
#include "core/profile/pixels/pixel_table_builder.h"
#include "core/profile/recorded/recorded_profile.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <variant>

namespace hitmap {

namespace {

/// Throws FileError if the lanes of the recording have no pixels.
void require_pixels(const RequestSource& source) {
    const RecordingInfo& info = source.info();
    const std::uint64_t pixels = std::uint64_t{info.scene.width} * info.scene.height;
    if (pixels == 0 || pixels > most_table_pixels)
        throw FileError(source.name(), "framebuffer",
                        fmt::format("expected one of 1 to {} pixels, found {}x{}", most_table_pixels,
                                    info.scene.width, info.scene.height));
}

} // namespace

PixelTable make_pixel_table(RequestSource& source, const ModelConfig& config, const Restriction& only,
                            TimeWindow window, ThreadPool& pool, const JobContext& job) {
    require_requests(source);
    require_pixels(source);
    const RecordingInfo& info = source.info();
    const CountedForPixels counted{counted_requests(only, info, source.name()), only.rays};
    const auto* const hierarchy = std::get_if<HierarchyConfig>(&config);
    std::optional<PixelTableBuilder> builder;
    {
        const auto tags = source.lane_tags(job);
        if (only.rays) require_rays(tags, *only.rays, source.name());
        if (tags.empty())
            if (const std::string why = why_launches_have_no_pixels(info); !why.empty())
                throw FileError(source.name(), "lane tags",
                                "expected some that say for which pixel a lane works, found that " + why);
        builder.emplace(info, counted, window, tags, hierarchy != nullptr && hierarchy->explain_misses);
    }
    if (hierarchy != nullptr) {
        HierarchySinks sinks;
        sinks.traffic = &*builder;
        sinks.counted = counted.parts;
        simulate_hierarchy(source, *hierarchy, sinks, pool, job);
    } else {
        simulate_sdcm(source, std::get<SdcmConfig>(config), *builder, pool, job);
    }
    return builder->finish();
}

} // namespace hitmap
