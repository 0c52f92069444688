#include "core/profile/models/pixel_tables.h"

#include "core/base/error.h"
#include "core/profile/pixels/pixel_table_builder.h"
#include "core/profile/sums/recorded_profile.h"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
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

/// Runs a model with a builder of pixels as its sink.
/// @param make  returns the builder for what is counted and for the lane tags
template <class Make>
auto simulated_pixels(RequestSource& source, const ModelConfig& config, const PixelRestriction& restriction,
                      ThreadPool& pool, const JobContext& job, const Make& make) {
    require_requests(source);
    require_pixels(source);
    const RecordingInfo& info = source.info();
    const Restriction& only = restriction.only;
    const CountedForPixels counted{counted_requests(only, info, source.name()), only.rays,
                                   restriction.elements};
    const auto builder = [&] {
        const auto tags = source.lane_tags(job);
        if (only.rays) require_rays(tags, *only.rays, source.name());
        if (tags.empty())
            if (const std::string why = why_launches_have_no_pixels(info); !why.empty())
                throw FileError(source.name(), "lane tags",
                                "expected some that say for which pixel a lane works, found that " + why);
        return make(counted, tags);
    }();
    if (const auto* const hierarchy = std::get_if<HierarchyConfig>(&config)) {
        HierarchySinks sinks;
        sinks.traffic = builder.get();
        sinks.counted = counted.parts;
        simulate_hierarchy(source, *hierarchy, sinks, pool, job);
    } else {
        simulate_sdcm_outcomes(source, std::get<SdcmConfig>(config), *builder, pool, job);
    }
    return builder->finish();
}

} // namespace

PixelTable make_pixel_table(RequestSource& source, const ModelConfig& config,
                            const PixelRestriction& restriction, TimeWindow window, ThreadPool& pool,
                            const JobContext& job) {
    return simulated_pixels(source, config, restriction, pool, job,
                            [&](const CountedForPixels& counted, std::span<const LaneTagRun> tags) {
                                return std::make_unique<PixelTableBuilder>(source.info(), counted, window,
                                                                           tags, explains_misses(config));
                            });
}

std::shared_ptr<const PixelIndex> make_pixel_index(RequestSource& source, const ModelConfig& config,
                                                   const PixelRestriction& restriction,
                                                   const PixelIndexSizes& sizes, ThreadPool& pool,
                                                   const JobContext& job) {
    return simulated_pixels(
        source, config, restriction, pool, job,
        [&](const CountedForPixels& counted, std::span<const LaneTagRun> tags) {
            const PixelIndexBuilder::Options options{std::holds_alternative<HierarchyConfig>(config),
                                                     explains_misses(config), sizes};
            return std::make_unique<PixelIndexBuilder>(source.info(), counted, tags, options, pool, job);
        });
}

} // namespace hitmap
