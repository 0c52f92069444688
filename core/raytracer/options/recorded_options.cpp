#include "core/raytracer/options/recorded_options.h"

#include "core/base/error.h"

#include <algorithm>

namespace hitmap {

std::optional<TraceOptions>
recorded_trace_options(std::span<const std::pair<std::string, std::string>> texts) {
    TraceOptions options;
    try {
        for (const TraceOption& option : trace_option_table()) {
            const auto found =
                std::ranges::find(texts, option.name, &std::pair<std::string, std::string>::first);
            if (found != texts.end())
                option.set(options, found->second);
            else if (option.always_named)
                return std::nullopt;
        }
        check_trace_options(options);
    } catch (const UsageError&) {
        return std::nullopt;
    }
    return options;
}

} // namespace hitmap
