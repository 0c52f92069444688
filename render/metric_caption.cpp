#include "render/metric_caption.h"

#include "core/profile/headline.h"

#include <fmt/format.h>

#include <utility>

namespace hitmap {

namespace {

std::string describe(const CacheGeometry& cache) {
    const std::string ways =
        cache.ways == cache.lines() ? "fully associative" : fmt::format("{} ways", cache.ways);
    std::string text = fmt::format("{}, {} B lines, {}", format_size(cache.capacity), cache.line, ways);
    if (cache.sector != cache.line) text += fmt::format(", {} B sectors", cache.sector);
    if (cache.policy != "lru") text += ", " + cache.policy;
    if (cache.index != "linear") text += ", index " + cache.index;
    return text;
}

} // namespace

std::vector<std::string> metric_caption(const RecordingInfo& info, const ModelConfig& config,
                                        std::optional<Metric> metric, const FrameRange& frames,
                                        const Restriction& only) {
    const std::string subject = metric ? std::string(info_of(*metric).title)
                                       : fmt::format("Hit rates of {}, and accesses",
                                                     info_of(counting_of(config, only).headline).title);
    return picture_caption(info, config, subject, frames, only);
}

std::vector<std::string> picture_caption(const RecordingInfo& info, const ModelConfig& config,
                                         std::string_view subject, const FrameRange& frames,
                                         const Restriction& only) {
    std::string first = info.source_name.empty() ? info.producer : info.source_name;
    if (info.scene.present)
        first += fmt::format(", {} faces, {} x {}", info.scene.faces, info.scene.width, info.scene.height);
    for (const auto& [key, value] : info.options)
        if (key == "bvh" || key == "kernel" || key == "schedule" || key == "fetch")
            first += fmt::format(", {} {}", key, value);
    std::string second = fmt::format("{}; {}, L1 {}; L2 {}", subject, title_of(config),
                                     describe(l1_of(config)), describe(l2_of(config)));
    if (frames.n > 1) {
        second += fmt::format("; frames {} to {} of {}", frames.f, frames.f + frames.n - 1, frames.q);
    } else if (frames.q > 1) {
        second += fmt::format("; frame {} of {}", frames.f, frames.q);
    }
    if (!only.empty()) second += fmt::format("; {} only", to_string(only));
    std::vector<std::string> lines{std::move(first), std::move(second)};
    if (info.incomplete)
        lines.push_back(
            fmt::format("incomplete recording: {} requests up to its last whole block", info.requests));
    return lines;
}

std::vector<std::string> difference_caption(Metric metric, const SideLetters& letters, Side shown_on,
                                            const std::vector<std::string>& baseline,
                                            const std::vector<std::string>& compared) {
    std::vector<std::string> lines{fmt::format("{}: {}, {} compared with {}, on the geometry of {}",
                                               difference_name(letters), info_of(metric).title,
                                               letters.compared, letters.baseline, letters.of(shown_on))};
    for (const auto& [letter, side] :
         {std::pair(letters.baseline, &baseline), std::pair(letters.compared, &compared)})
        for (const std::string& line : *side)
            lines.push_back(fmt::format("{}: {}", letter, line));
    return lines;
}

} // namespace hitmap
