#include "capture/spool/recording_summary.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "capture/log/log_format.h"

namespace hitmap::capture {

namespace {

std::string percent(double share) {
    std::array<char, 32> text{};
    // A share just below 1 is not shown as everything.
    std::snprintf(text.data(), text.size(), "%.2f %%", share >= 1 ? 100 : std::min(100 * share, 99.99));
    return text.data();
}

std::string counted(std::uint64_t count, const char* one, const char* several) {
    return std::to_string(count) + " " + (count == 1 ? one : several);
}

/// In MiB, which HITMAP_CAPTURE_LOG and --log take, rounded up.
std::string log_size(std::uint64_t bytes) {
    return std::to_string((bytes + (1U << 20) - 1) >> 20) + " MiB";
}

std::string line_of(const RecordingSummary& s) {
    std::string line = counted(s.launches, "launch", "launches") + ", ";
    if (s.counted_only) {
        line += "records counted and not kept; a log of " + log_size(s.needed_log_bytes) + " would hold them";
        return line;
    }
    line += counted(s.requests, "request", "requests") + ", " +
            counted(s.lane_accesses, "lane access", "lane accesses") + ", ";
    line += s.held >= 1 ? "all of them"
                        : percent(s.held) + " of the log; a log of " + log_size(s.needed_log_bytes) +
                              (s.was_split ? " would hold each part of a dispatch"
                                           : " would hold all, or --lossless");
    if (s.image_lane_accesses != 0)
        line += "; " + counted(s.image_lane_accesses, "lane access", "lane accesses") +
                " of images counted, which have no addresses";
    return line;
}

} // namespace

RecordingSummary summarize(const SpoolTables& tables, const SpoolSurvey& survey) {
    RecordingSummary s;
    s.launches = tables.launches.size();
    for (const std::uint64_t requests : survey.requests)
        s.requests += requests;
    s.lane_accesses = survey.lane_accesses;
    s.image_lane_accesses = survey.image_accesses;
    const SpooledLoss& loss = tables.loss;
    if (loss.needed_units > loss.held_units) {
        // Submissions without losses count as well.
        const std::uint64_t lost = loss.needed_units - loss.held_units;
        const std::uint64_t all = tables.held_units + lost;
        s.held = all == 0 ? 0 : static_cast<double>(tables.held_units) / static_cast<double>(all);
        s.was_split = loss.was_split;
        s.needed_log_bytes = loss.largest_need * log_unit_bytes;
        s.counted_only = loss.held_units == 0 && tables.held_units == 0;
    }
    s.line = line_of(s);
    return s;
}

std::vector<std::pair<std::string, std::string>>
capture_options(const SpoolTables& tables, const SpoolSurvey& survey, const RecordingSummary& summary) {
    std::vector<std::pair<std::string, std::string>> options;
    options.emplace_back("capture", "Vulkan layer");
    options.emplace_back("capture-held", summary.counted_only ? "0.00 %" : percent(summary.held));
    if (summary.needed_log_bytes != 0)
        options.emplace_back("capture-log-needed", log_size(summary.needed_log_bytes));
    const auto count = [&](const char* name, std::uint64_t value) {
        if (value != 0) options.emplace_back(name, std::to_string(value));
    };
    count("capture-image-requests", survey.image_requests);
    count("capture-image-lane-accesses", survey.image_accesses);
    for (const std::string& image : survey.images.lines())
        options.emplace_back("capture-image", image.substr(0, 1000));
    count("capture-lane-accesses-out-of-range", survey.out_of_range);
    count("capture-lane-accesses-without-buffer", survey.unresolved);
    count("capture-records-not-read", survey.skipped);
    if (!tables.ended)
        options.emplace_back("capture-end", "the process was ended before it ended its recording");
    for (const std::string& note : tables.notes)
        options.emplace_back("capture-note", note.substr(0, 1000));
    return options;
}

std::string reasons(const SpoolTables& tables) {
    std::string text;
    for (const std::string& note : tables.notes)
        text += (text.empty() ? ": " : "; ") + note;
    return text;
}

} // namespace hitmap::capture
