#include "capture/spool/launch_counts.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <utility>

#include "capture/spool/counted.h"

namespace hitmap::capture {

namespace {

bool is_draw(const SpoolLaunch& launch) {
    return launch.draw != no_draw && launch.invocations == unknown_invocations;
}

/// Why shaders that ran did not write into the log.
std::string likely_reason(const SpoolTables& tables) {
    std::string names;
    for (const std::string& layer : tables.layers) {
        if (layer.find("validation") != std::string::npos)
            return layer + " is loaded, whose GPU-assisted validation changes the shaders below this layer: "
                           "switch it off";
        names += (names.empty() ? "" : ", ") + layer;
    }
    if (!names.empty()) return "a layer below this one may change the shaders; loaded are " + names;
    return "what is below this layer does not run the code that records";
}

bool has_loss(const SpoolTables& tables) {
    return tables.loss.needed_units > tables.loss.held_units;
}

bool counts_disagree(const SpoolTables& tables) {
    return tables.dispatches_by_device != tables.dispatches_by_host;
}

/// "1x32x1"
std::string text_of(const std::array<std::uint32_t, 3>& size) {
    return std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" + std::to_string(size[2]);
}

/// With one digit behind the point.
std::string decimal(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f", value);
    return text.data();
}

} // namespace

LaunchCounts count_launches(const SpoolTables& tables, const SpoolSurvey& survey) {
    LaunchCounts counts;
    const std::size_t ended = std::min<std::size_t>(tables.ended_launches, tables.launches.size());
    // What could not be read or did not fit is missing here, too, and is said otherwise.
    const bool compares = !has_loss(tables) && survey.unread.records == 0 && survey.unread.units == 0;
    for (std::uint32_t i = 0; i < tables.launches.size(); ++i) {
        const SpoolLaunch& launch = tables.launches[i];
        const BegunInvocations& begun = survey.begun[i];
        if (begun.traces_rays) ++counts.tracing;
        if (i >= ended || has_loss(tables)) continue;
        if (is_draw(launch)) {
            ++counts.draws;
            if (begun.invocations == 0) ++counts.silent_draws;
            continue;
        }
        if (launch.invocations == unknown_invocations) continue;
        // Those of a launch of rays begin again behind each ray that they trace.
        const bool differs = launch.draw == no_draw ? begun.invocations != launch.invocations
                                                    : begun.invocations < launch.invocations;
        if (begun.invocations == 0 && launch.invocations != 0)
            ++counts.silent;
        else if (differs && compares && counts.differing++ == 0)
            counts.first_differing = i;
    }
    return counts;
}

std::vector<std::string> disagreements(const LaunchCounts& counts, const SpoolTables& tables,
                                       const SpoolSurvey& survey) {
    std::vector<std::string> texts;
    if (counts.silent != 0)
        texts.push_back("no record arrived from " +
                        counted(counts.silent, "launch that ran", "launches that ran"));
    if (counts_disagree(tables))
        texts.push_back(
            "the device counted " + std::to_string(tables.dispatches_by_device) + " of " +
            counted(tables.dispatches_by_host, "dispatch or render pass", "dispatches and render passes"));
    if (counts.draws != 0 && counts.silent_draws == counts.draws && tables.held_units == 0)
        texts.push_back("no record arrived from any draw (" + std::to_string(counts.draws) +
                        "): they covered nothing, or their shaders did not run as they were recorded");
    if (!texts.empty()) texts.back() += " (" + likely_reason(tables) + ")";
    if (counts.differing != 0) {
        const std::uint32_t first = counts.first_differing;
        texts.push_back(std::to_string(survey.begun[first].invocations) + " of " +
                        std::to_string(tables.launches[first].invocations) + " invocations of launch " +
                        std::to_string(first) + " (" + tables.launches[first].kernel + ") left records" +
                        (counts.differing == 1
                             ? ""
                             : ", and another number than ran in " +
                                   counted(counts.differing - 1, "other launch", "other launches")));
    }
    return texts;
}

bool nothing_arrived(const LaunchCounts& counts, const SpoolTables& tables) {
    return tables.held_units == 0 && tables.loss.needed_units == 0 &&
           (counts.silent != 0 || counts_disagree(tables));
}

std::string unrecorded_traversal(const LaunchCounts& counts, const SpoolTables& tables) {
    if (counts.tracing == 0 && tables.unrecorded_traversal.empty()) return {};
    std::string who;
    if (counts.tracing != 0) who = counted(counts.tracing, "launch traces rays", "launches trace rays");
    if (!tables.unrecorded_traversal.empty()) {
        const std::size_t others = tables.unrecorded_traversal.size() - 1;
        who += (who.empty() ? "" : "; ") + std::string("rays are traced by ") +
               tables.unrecorded_traversal.front() +
               (others == 0 ? "" : " and " + counted(others, "other module", "other modules")) +
               ", which is not recorded";
    }
    return "the accesses of the driver that traverses acceleration structures, which no shader does (" + who +
           ")";
}

std::vector<std::string> sparse_subgroups(const SpoolTables& tables, const SpoolSurvey& survey) {
    constexpr std::uint64_t factor = 2;
    std::vector<std::string> texts;
    std::set<std::pair<std::string, std::array<std::uint32_t, 3>>> seen;
    for (std::uint32_t i = 0; i < tables.launches.size(); ++i) {
        const SpoolLaunch& launch = tables.launches[i];
        const BegunInvocations& begun = survey.begun[i];
        const std::uint64_t block = std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
        // Where invocations are missing, so are subgroups.
        if (launch.draw != no_draw || begun.subgroups == 0 || begun.subgroup_size == 0 || block == 0 ||
            begun.invocations != launch.invocations)
            continue;
        const std::uint64_t needed = (block + begun.subgroup_size - 1) / begun.subgroup_size;
        // begun.subgroups >= factor * needed * (work groups), where there are begun.invocations / block of
        // them
        const double groups = static_cast<double>(begun.invocations) / static_cast<double>(block);
        if (static_cast<double>(begun.subgroups) < groups * static_cast<double>(factor * needed)) continue;
        if (!seen.emplace(launch.kernel, launch.block).second) continue;
        std::string text =
            launch.kernel + ": the driver puts work groups of " + text_of(launch.block) +
            " into subgroups of " +
            decimal(static_cast<double>(begun.invocations) / static_cast<double>(begun.subgroups)) + " of " +
            std::to_string(begun.subgroup_size) +
            " lanes on average, so that active lanes and SIMT efficiency are those of the driver "
            "and not of the program";
        const bool is_lavapipe =
            std::any_of(tables.devices.begin(), tables.devices.end(),
                        [](const auto& device) { return device.name.find("llvmpipe") != std::string::npos; });
        if (is_lavapipe) text += "; lavapipe of Mesa 25 fills its subgroups";
        texts.push_back(std::move(text));
    }
    return texts;
}

} // namespace hitmap::capture
