#include "app/cli/report/simulation_report.h"

#include "app/cli/base/option_check.h"
#include "app/cli/base/terminal.h"
#include "app/cli/report/measured_text.h"
#include "app/cli/report/optimum_text.h"
#include "app/cli/report/stack_text.h"
#include "app/cli/report/time_text.h"
#include "app/cli/report/tlb_text.h"
#include "app/cli/report/why_text.h"
#include "app/cli/sums/hierarchy_json.h"
#include "app/cli/sums/hierarchy_table.h"
#include "app/cli/sums/sums_json.h"
#include "app/cli/sums/sums_table.h"
#include "core/base/number_text.h"
#include "core/base/text/printable.h"
#include "core/cache/contents/optimum_sink.h"
#include "core/cache/gpu/preset_library.h"
#include "core/cache/gpu/preset_sms.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/models/headline.h"
#include "core/profile/models/model_choice.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/trace/model/estimates.h"
#include "core/trace/model/not_recorded.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <thread>

namespace hitmap {

namespace {

SumsByGroup groups_of(const RecordingInfo& info, const ReportOptions& options) {
    return options.by == "sm" ? SumsByGroup::by_sm(info.device.sm_count)
                              : SumsByGroup::by_launch(static_cast<std::uint32_t>(info.launches.size()));
}

/// The sums of each frame. They are computed during the simulation if the number of positions is already
/// known, and from a profile otherwise.
class FrameSums {
public:
    FrameSums(const RecordingInfo& info, std::uint64_t q, ThreadPool& pool) : q_(q) {
        if (info.positions() != 0)
            sums_ = SumsByGroup::by_frame(info.positions(), q);
        else
            builder_.emplace(info, pool);
    }
    OutcomeSink& sink() { return builder_ ? static_cast<OutcomeSink&>(*builder_) : *sums_; }
    std::vector<std::vector<KindSums>> take(const RecordingInfo& info, const JobContext& job) {
        if (!builder_) return sums_->groups();
        return builder_->finish(info, {}, job)->frame_totals(q_, job);
    }

private:
    std::uint64_t q_;
    std::optional<SumsByGroup> sums_;
    std::optional<ProfileBuilder> builder_;
};

/// The sums that a recording has in the place of requests.
SimulationReport recorded_report(RequestSource& source, const ReportOptions& options, ThreadPool& pool,
                                 const JobContext& job) {
    if (!options.by.empty())
        throw UsageError(
            fmt::format("--by: {} has sums of frames, which name neither SMs nor launches", source.name()));
    const auto profile = make_profile(source, options.model.config(), options.model.restriction(), pool, job);
    SimulationReport report;
    report.whole = profile->totals({0, profile->positions()}, job);
    if (options.frames != 0) report.frames = profile->frame_totals(options.frames, job);
    return report;
}

/// Rows of allocations of which nothing is known.
Json unknown_allocations_json(const RecordingInfo& info) {
    static const auto columns = allocation_sums_columns();
    Json json = Json::array();
    for (const Allocation& allocation : info.allocations) {
        Json object{{"name", allocation.name}, {"role", name_of(allocation.role)}};
        put_row(object, columns, SumsRow());
        json.push_back(std::move(object));
    }
    return json;
}

/// Returns group i. Its levels are the sums of its elements unless `levels` contains them.
Json group_of(std::span<const KindSums> kinds, const std::vector<LevelPair>& levels, std::size_t i) {
    return i < levels.size() ? group_json(kinds, levels[i]) : group_json(kinds);
}

Json frames_json(const RecordingInfo& info, const SimulationReport& report, std::uint64_t q) {
    Json frames = Json::array();
    for (std::uint64_t f = 0; f < q; ++f) {
        const TimeWindow window = frame_window(info.positions(), q, f);
        Json frame{{"first", window.first}, {"count", window.count()}};
        frame.update(group_of(report.frames[f], report.frame_levels, f));
        frames.push_back(std::move(frame));
    }
    return frames;
}

Json groups_json(const SimulationReport& report, const std::string& key) {
    Json groups = Json::array();
    for (std::size_t i = 0; i < report.groups.size(); ++i) {
        Json group{{key, i}};
        group.update(group_of(report.groups[i], report.group_levels, i));
        groups.push_back(std::move(group));
    }
    return groups;
}

TimeEstimate estimate_of(const HierarchyResult& result, const RecordingInfo& info,
                         const ReportOptions& options) {
    return estimate_time(result, info, find_gpu_preset(options.model.preset_name()));
}

/// Returns the TLBs of a hierarchy model that has them.
const TlbGeometry& tlb_of(const ModelConfig& config) {
    return *std::get<HierarchyConfig>(config).tlb;
}

Json report_json(const RecordingInfo& info, const SimulationReport& report, const ReportOptions& options) {
    const ModelConfig config = options.model.config();
    const KindSums both = sum_of(report.whole);
    const auto& hierarchy = report.hierarchy;
    Json json{{"model", options.model.model_name()}};
    if (info.has_sums())
        json["recorded"] = {{"producer", info.producer},
                            {"frames", info.sums.frames},
                            {"caches", name_of(origin_of(info, "caches"))}};
    const CountedAs counting = counting_of(config);
    json["counted"] = {{"levels", info_of(counting.headline).name},
                       {"elements", info_of(counting.elements).name}};
    if (hierarchy) {
        json["preset"] = options.model.preset_name();
        json["sms"] = sms_json(info, gpu_sms_of(config));
    }
    json["l1"] = hierarchy ? l1_json(l1_of(config), hierarchy->total) : level_json(l1_of(config), both.l1);
    if (hierarchy) json["l1"]["units"] = std::get<HierarchyConfig>(config).l1_units;
    json["l2"] = hierarchy ? l2_json(l2_of(config), hierarchy->total) : level_json(l2_of(config), both.l2);
    if (hierarchy && hierarchy->tlb) json["tlb"] = tlb_json(tlb_of(config), *hierarchy->tlb);
    json["incomplete"] = info.incomplete;
    if (const auto texts = not_recorded(info); !texts.empty()) json["not_recorded"] = texts;
    if (const auto reasons = estimate_reasons(info); !reasons.empty()) json["estimates"] = reasons;
    if (const std::string_view part = part_text(info); !part.empty()) json["part"] = part;
    if (const auto& relayouts = options.model.layout.relayouts; !relayouts.empty())
        json["relayout"] = relayouts;
    put_restriction(json, options.model.restriction());
    if (hierarchy) put_traffic(json["traffic"], hierarchy->total, *hierarchy);
    if (hierarchy) json["estimate"] = estimate_json(estimate_of(*hierarchy, info, options));
    json["elements"] = elements_json(report.whole, hierarchy.has_value());
    if (hierarchy && hierarchy->reuse) put_why(json, *hierarchy, report.whole);
    if (report.optimum) put_optimum(json, info, std::get<HierarchyConfig>(config), *report.optimum);
    json["allocations"] = hierarchy         ? traffic_of_allocations_json(info, *hierarchy)
                          : info.has_sums() ? unknown_allocations_json(info)
                                            : allocations_json(info, report.allocations);
    if (hierarchy) {
        json["instructions"] = traffic_of_instructions_json(info, *hierarchy);
        json["lines"] = traffic_of_lines_json(info, *hierarchy);
        json["stack"] = stack_json(report.stack);
        if (!options.measured.empty())
            json["measured"] = measured_json(read_measured(options.measured), info, *hierarchy);
    }
    if (options.frames != 0) json["frames"] = frames_json(info, report, options.frames);
    if (!options.by.empty()) json["by_" + options.by] = groups_json(report, options.by);
    return json;
}

/// Returns the headline of the whole recording, which counts all requests even if a restriction is set.
Headline headline_of_report(const ModelConfig& config, const SimulationReport& report) {
    const KindSums all = sum_of(report.whole);
    LevelPair levels{all.l1, all.l2};
    if (report.hierarchy) levels = levels_of(report.hierarchy->total);
    return {counting_of(config).headline, {}, levels[0], levels[1]};
}

void print_tables(std::string_view name, const RecordingInfo& info, const SimulationReport& report,
                  const ReportOptions& options) {
    const ModelConfig config = options.model.config();
    const Origin caches = origin_of(info, "caches"); // of recorded sums
    print_text("{}: {}{}; L1 {} per SM, L2 {}{}\n", printable(name), title_of(config),
               report.hierarchy ? " of " + options.model.preset_name() : "", l1_text(config),
               to_string(l2_of(config)),
               caches == Origin::recorded ? "" : fmt::format(" ({})", name_of(caches)));
    if (const std::string text = other_sms_text(gpu_sms_of(config), info.device.sm_count); !text.empty())
        print_text("The recording is {}: the load on L2 and DRAM is not that of this GPU. --deal-blocks "
                   "gpu deals its thread blocks to the SMs of the GPU.\n",
                   text);
    if (recorded_sms(info) != info.device.sm_count)
        print_text("Thread blocks, recorded on {} SMs, were dealt to {}.\n", recorded_sms(info),
                   info.device.sm_count);
    if (const std::string text = estimate_text(info); !text.empty()) print_text("{}.\n", printable(text));
    if (info.has_sums())
        print_text(
            "These sums were recorded by {} in {} frames. There are no requests, so that no other caches "
            "can be simulated; the number of accesses and their order are not known.\n",
            printable(info.producer), info.sums.frames);
    if (info.incomplete)
        print_text("The recording is incomplete: {} up to its last whole block.\n",
                   counted_text(info.requests, "request", "requests"));
    for (const std::string_view text : not_recorded(info))
        print_text("Not everything was recorded. Missing: {}.\n", printable(text));
    if (const std::string_view part = part_text(info); !part.empty())
        print_text("Part of a recording: {}.\n", printable(part));
    if (const std::string layout = options.model.layout.title(); !layout.empty())
        print_text("In another memory layout: {}.\n", printable(layout));
    if (const Restriction only = options.model.restriction(); !only.empty())
        print_text("Counted alone: {}. {} count everything.\n", title_of(only),
                   report.hierarchy ? "Levels, allocations and instructions" : "Allocations");
    const Headline headline = headline_of_report(config, report);
    print_text("{}{}\n", headline_text(headline), info_of(headline.counted).explanation);
    const std::string_view counted = info_of(headline.counted).title;
    if (report.hierarchy) {
        const CountedInfo& elements = info_of(counting_of(config).elements);
        print_text("Elements count {}, the other tables {}. {}\n\n{}\n{}\n{}", elements.title, counted,
                   elements.explanation, kinds_table(report.whole), traffic_table(info, *report.hierarchy),
                   lines_table(info, *report.hierarchy));
        print_text("\n{}", stack_table(report.stack, info));
        if (report.hierarchy->tlb) print_text("\n{}", tlb_text(tlb_of(config), *report.hierarchy->tlb));
        print_text("\n{}", estimate_text(estimate_of(*report.hierarchy, info, options)));
        if (report.hierarchy->reuse) print_text("\n{}", why_table(info, *report.hierarchy));
        if (report.optimum)
            print_text("\n{}", optimum_table(info, std::get<HierarchyConfig>(config), *report.optimum));
    } else {
        print_text("\n{}", kinds_table(report.whole));
        if (!info.has_sums()) print_text("\n{}", allocations_table(info, report.allocations));
    }
    if (report.hierarchy && !options.measured.empty())
        print_text("\n{}", measured_table(read_measured(options.measured), info, *report.hierarchy));
    if (options.frames != 0)
        print_text("\nBy frame, {}:\n{}", counted, groups_table("frame", report.frames, report.frame_levels));
    if (!options.by.empty())
        print_text("\nBy {}, {}:\n{}", options.by, counted,
                   groups_table(options.by, report.groups, report.group_levels));
}

LevelGroups level_groups_of(const RecordingInfo& info, const ReportOptions& options) {
    return options.by == "sm" ? LevelGroups::by_sm(info.device.sm_count)
                              : LevelGroups::by_launch(static_cast<std::uint32_t>(info.launches.size()));
}

/// Forwards the levels of requests to all `sinks`.
class SplitLevels final : public RequestLevelsSink {
public:
    void add(const RequestView& block, std::span<const RequestLevels> levels,
             std::span<const ElementAccess> accesses, std::uint64_t first_position) override {
        for (LevelGroups* const sink : sinks)
            sink->add(block, levels, accesses, first_position);
    }
    std::vector<LevelGroups*> sinks;
};

void run_hierarchy(RequestSource& source, const HierarchyConfig& config, const ReportOptions& options,
                   OutcomeSink& outcomes, SimulationReport& report, ThreadPool& pool, const JobContext& job) {
    LevelGroups frames = LevelGroups::by_frame(source.info(), std::max<std::uint64_t>(1, options.frames));
    LevelGroups groups = level_groups_of(source.info(), options);
    SplitLevels levels;
    if (options.frames != 0) levels.sinks.push_back(&frames);
    if (!options.by.empty()) levels.sinks.push_back(&groups);
    HierarchySinks sinks{.outcomes = &outcomes};
    if (!levels.sinks.empty()) sinks.requests = &levels;
    StackOfRays stack(source, job);
    sinks.local = stack.sink();
    OptimumSink optimum;
    if (options.optimum) sinks.uses = &optimum;
    report.hierarchy = simulate_restricted(source, config, options.model.restriction(), sinks, pool, job);
    if (options.optimum) report.optimum = optimum.report();
    report.stack = stack.take();
    for (const TrafficSums& sums : report.hierarchy->allocations)
        report.allocations.push_back(allocation_sums(sums));
    if (options.frames != 0) report.frame_levels = frames.groups(source.info());
    if (!options.by.empty()) report.group_levels = groups.groups(source.info());
}

} // namespace

void add_report_options(CLI::App& command, ReportOptions& options) {
    add_model_options(command, options.model);
    command.add_option("--frames", options.frames, "Also the sums of each of Q frames, up to 65536")
        ->check(whole_number(1, most_frames))
        ->type_name("Q");
    command.add_option("--by", options.by, "Also the sums of each SM or launch")
        ->check(CLI::IsMember({"sm", "launch"}).description(""))
        ->type_name("sm|launch");
    add_why_option(command, options.model.texts);
    command.add_flag("--optimum", options.optimum,
                     "With --model hierarchy: also how many look-ups of lines would hit with optimal "
                     "replacement, which no policy exceeds");
    command.add_flag("--json", options.json, "Print one JSON object instead of tables");
}

void check_report_options(const ReportOptions& options) {
    if (options.optimum && !options.model.is_hierarchy())
        throw UsageError(
            "--optimum: expected with --model hierarchy; the stack distance cache model has no replacement "
            "to improve");
}

std::uint64_t report_bytes(const ReportOptions& options, std::uint64_t sms) {
    if (!options.optimum) return 0;
    const unsigned threads =
        options.model.threads != 0 ? options.model.threads : std::thread::hardware_concurrency();
    return OptimumSink::estimated_bytes(std::get<HierarchyConfig>(options.model.config()), sms,
                                        std::max(threads, 1U));
}

SimulationReport simulate_report(RequestSource& source, const ReportOptions& options, ThreadPool& pool,
                                 const JobContext& job) {
    if (source.info().has_sums()) return recorded_report(source, options, pool, job);
    const ModelConfig config = options.model.config();
    SumsByGroup whole = SumsByGroup::whole();
    SumsByGroup groups = groups_of(source.info(), options);
    std::optional<FrameSums> frames;
    if (options.frames != 0) frames.emplace(source.info(), options.frames, pool);
    std::vector<std::reference_wrapper<OutcomeSink>> sinks{whole};
    if (frames) sinks.emplace_back(frames->sink());
    if (!options.by.empty()) sinks.emplace_back(groups);
    SplitOutcomes split(std::move(sinks));
    SimulationReport report;
    if (const auto* hierarchy = std::get_if<HierarchyConfig>(&config))
        run_hierarchy(source, *hierarchy, options, split, report, pool, job);
    else
        report.allocations = simulate_restricted(source, std::get<SdcmConfig>(config),
                                                 options.model.restriction(), split, pool, job)
                                 .allocations;
    report.whole = whole.groups().front();
    report.groups = groups.groups();
    // Adds empty groups for launches without requests, if the number of launches was not known at the start,
    // and for SMs without accesses to elements.
    const std::size_t launches = options.by == "launch" ? source.info().launches.size() : 0;
    const std::size_t groups_known = std::max(launches, report.group_levels.size());
    if (report.groups.size() < groups_known)
        report.groups.resize(groups_known, std::vector<KindSums>(element_kinds().size()));
    if (frames) report.frames = frames->take(source.info(), job);
    return report;
}

void print_report(std::string_view name, const RecordingInfo& info, const SimulationReport& report,
                  const ReportOptions& options) {
    if (options.json)
        print_document(json_text(report_json(info, report, options)));
    else
        print_tables(name, info, report, options);
}

} // namespace hitmap
