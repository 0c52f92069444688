#include "capture/spool/recording_summary.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "capture/log/log_format.h"
#include "capture/spool/counted.h"
#include "capture/spool/instruction_numbers.h"
#include "capture/spool/launch_counts.h"

namespace hitmap::capture {

namespace {

std::string percent(double share) {
    std::array<char, 32> text{};
    // A share just below 1 is not shown as everything.
    std::snprintf(text.data(), text.size(), "%.2f %%", share >= 1 ? 100 : std::min(100 * share, 99.99));
    return text.data();
}

/// In MiB, which HITMAP_CAPTURE_LOG and --log take, rounded up.
std::string log_size(std::uint64_t bytes) {
    return std::to_string((bytes + (1U << 20) - 1) >> 20) + " MiB";
}

/// What a full log lost.
std::string lost_text(const RecordingSummary& s) {
    return "what did not fit into the log, which holds " + percent(s.held) + " of it; a log of " +
           log_size(s.needed_log_bytes) +
           (s.was_split ? " would hold each part of a dispatch" : " would hold all, or --lossless");
}

/// Which share of all requests these are, and why not all.
std::string share_of(const RecordingSummary& s) {
    std::string text;
    if (s.needed_log_bytes != 0)
        text = percent(s.held) + " of the log; a log of " + log_size(s.needed_log_bytes) +
               (s.was_split ? " would hold each part of a dispatch" : " would hold all, or --lossless");
    else
        text = s.missing.empty() && s.held >= 1 ? "all of them" : "not all of them";
    for (const std::string& what : s.missing)
        text += (&what == &s.missing.front() && s.needed_log_bytes == 0 ? ": " : "; ") + what;
    return text;
}

std::string line_of(const RecordingSummary& s) {
    std::string line = counted(s.launches, "launch", "launches") + ", ";
    if (s.counted_only) {
        line += "records counted and not kept; a log of " + log_size(s.needed_log_bytes) + " would hold them";
        return line;
    }
    line += counted(s.requests, "request", "requests") + ", " +
            counted(s.lane_accesses, "lane access", "lane accesses") + ", ";
    if (s.rays != 0) line += counted(s.rays, "ray", "rays") + ", ";
    line += share_of(s);
    if (s.image_lane_accesses != 0)
        line += "; " + counted(s.image_lane_accesses, "lane access", "lane accesses") +
                " of images counted, which have no addresses";
    if (s.unrecorded_launches != 0)
        line += "; besides, " +
                counted(s.unrecorded_launches, "dispatch or draw is", "dispatches and draws are") +
                " not recorded, for the reasons in capture-note";
    return line;
}

/// What a recording has no room for.
struct NoRoom {
    const char* option;
    std::uint64_t count;
    const char* one;
    const char* several;
    std::size_t limit; ///< what there is room for
};

std::array<NoRoom, 4> left_out(const SpoolTables& tables, const SpoolSurvey& survey,
                               const AllocationPlan& plan) {
    const RecordingLimits& limits = tables.limits;
    const std::size_t blocks = survey.executions == 0 ? 0 : count_blocks(tables);
    return {
        {{"capture-launches-left-out", tables.left_out_launches, "launch", "launches", limits.launches},
         {"capture-instructions-left-out", survey.left_out_sites.size(), "instruction", "instructions",
          limits.instructions},
         {"capture-blocks-left-out", blocks - std::min(blocks, limits.blocks), "basic block", "basic blocks",
          limits.blocks},
         {"capture-allocations-left-out", plan.left_out, "allocation", "allocations", limits.allocations}}};
}

/// What a recording does not hold for other reasons than a full log.
std::vector<std::string> missing_of(const SpoolTables& tables, const SpoolSurvey& survey,
                                    const AllocationPlan& plan, const LaunchCounts& counts) {
    std::vector<std::string> missing;
    if (!tables.ended)
        missing.emplace_back(
            "the spool has no end: the process was killed, ended by _exit, or could not write it");
    for (std::string& text : disagreements(counts, tables, survey))
        missing.push_back(std::move(text));
    if (std::string text = unrecorded_traversal(counts, tables); !text.empty())
        missing.push_back(std::move(text));
    if (survey.launches_without_records != 0)
        missing.push_back(counted(survey.launches_without_records, "launch", "launches") +
                          " that had not ended left no records");
    if (survey.unread.units != 0)
        missing.push_back(std::to_string(log_unit_bytes * survey.unread.units) +
                          " bytes of the log could not be read");
    if (survey.unread.records != 0)
        missing.push_back(counted(survey.unread.records, "record", "records") + " could not be read");
    if (survey.left_out_rays != 0)
        missing.push_back("there is room for " + counted(tables.limits.ray_places, "place", "places") +
                          " in the program that trace rays or see hits: " +
                          counted(survey.left_out_rays, "ray or hit", "rays and hits") + " left out");
    for (const NoRoom& part : left_out(tables, survey, plan))
        if (part.count != 0)
            missing.push_back("there is room for " + counted(part.limit, part.one, part.several) + ": " +
                              counted(part.count, part.one, part.several) + " left out");
    return missing;
}

} // namespace

RecordingSummary summarize(const SpoolTables& tables, const SpoolSurvey& survey, const AllocationPlan& plan) {
    RecordingSummary s;
    s.launches = tables.launches.size();
    for (const std::uint64_t requests : survey.requests)
        s.requests += requests;
    s.lane_accesses = survey.lane_accesses;
    s.image_lane_accesses = survey.image_accesses;
    s.rays = survey.ray_lanes[static_cast<std::size_t>(RayEvent::traced)];
    s.committed_hits = survey.ray_lanes[static_cast<std::size_t>(RayEvent::committed)];
    const SpooledLoss& loss = tables.loss;
    if (loss.needed_units > loss.held_units) {
        s.was_split = loss.was_split;
        s.needed_log_bytes = loss.largest_need * log_unit_bytes;
        s.counted_only = loss.held_units == 0 && tables.held_units == 0;
    }
    // Submissions without losses count as well.
    const std::uint64_t lost = loss.needed_units - std::min(loss.needed_units, loss.held_units);
    const std::uint64_t all = tables.held_units + lost;
    const std::uint64_t read = tables.held_units - std::min(tables.held_units, survey.unread.units);
    if (read != all) s.held = static_cast<double>(read) / static_cast<double>(all);
    s.unrecorded_launches = tables.unrecorded_launches;
    s.missing = missing_of(tables, survey, plan, count_launches(tables, survey));
    s.remarks = sparse_subgroups(tables, survey);
    s.line = line_of(s);
    return s;
}

std::vector<std::pair<std::string, std::string>> capture_options(const SpoolTables& tables,
                                                                 const SpoolSurvey& survey,
                                                                 const AllocationPlan& plan,
                                                                 const RecordingSummary& summary) {
    std::vector<std::pair<std::string, std::string>> options;
    options.emplace_back("capture", "Vulkan layer");
    options.emplace_back("capture-held", summary.counted_only ? "0.00 %" : percent(summary.held));
    if (summary.needed_log_bytes != 0)
        options.emplace_back("capture-log-needed", log_size(summary.needed_log_bytes));
    const auto count = [&](const char* name, std::uint64_t value) {
        if (value != 0) options.emplace_back(name, std::to_string(value));
    };
    // Whole sentences, which commands show as warnings.
    if (summary.needed_log_bytes != 0)
        options.emplace_back("capture-missing", summary.counted_only ? "all records, which were only counted"
                                                                     : lost_text(summary));
    for (const std::string& text : summary.missing)
        options.emplace_back("capture-missing", text.substr(0, 1000));
    count("capture-launches-not-recorded", summary.unrecorded_launches);
    const LaunchCounts counts = count_launches(tables, survey);
    count("capture-launches-silent", counts.silent);
    count("capture-launches-differing", counts.differing);
    count("capture-draws-without-records", counts.silent_draws);
    count("capture-launches-tracing-rays", counts.tracing);
    count("capture-image-requests", survey.image_requests);
    count("capture-image-lane-accesses", survey.image_accesses);
    for (const std::string& image : survey.images.lines())
        options.emplace_back("capture-image", image.substr(0, 1000));
    count("capture-lane-accesses-out-of-range", survey.out_of_range);
    count("capture-lane-accesses-without-buffer", survey.unresolved);
    count("capture-launches-without-records", survey.launches_without_records);
    count("capture-records-not-read", survey.unread.records);
    count("capture-log-bytes-not-read", log_unit_bytes * survey.unread.units);
    for (const NoRoom& part : left_out(tables, survey, plan))
        count(part.option, part.count);
    if (!tables.ended)
        options.emplace_back("capture-end", "the process was ended before it ended its recording");
    for (const std::string& note : tables.notes)
        options.emplace_back("capture-note", note.substr(0, 1000));
    for (const std::string& remark : summary.remarks)
        options.emplace_back("capture-note", remark.substr(0, 1000));
    return options;
}

std::string joined(const std::vector<std::string>& texts) {
    std::string text;
    for (const std::string& part : texts)
        text += (text.empty() ? "" : "; ") + part;
    return text;
}

} // namespace hitmap::capture
