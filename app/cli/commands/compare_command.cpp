#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/commands/compared_sides.h"
#include "app/cli/options/deal_option.h"
#include "app/cli/options/layout_options.h"
#include "app/cli/options/model_options.h"
#include "app/cli/options/side_options.h"
#include "app/cli/report/comparison_text.h"
#include "app/cli/report/differences_text.h"
#include "app/cli/report/sides_text.h"
#include "core/analysis/comparison/side_comparison.h"
#include "core/analysis/findings/difference.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/text/printable.h"
#include "core/trace/elements/kind_names.h"
#include "core/trace/elements/told_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

struct CompareOptions : ComparedInput {
    std::string cost;     ///< cost that the tables of parts show; empty: the usual cost of the model
    std::size_t top = 10; ///< maximum number of rows of these tables; 0: all
    bool json = false;
};

/// Returns no value if a recording does not name its mesh.
std::optional<bool> same_mesh(const std::array<SideResult, 2>& sides) {
    if (sides[0].source_hash == 0 || sides[1].source_hash == 0) return std::nullopt;
    return sides[0].source_hash == sides[1].source_hash;
}

bool have_same_model(const std::array<SideResult, 2>& sides) {
    return sides[0].config.index() == sides[1].config.index();
}

Json side_json(const SideResult& side) {
    const TimeWindow& served = side.sums.counting.served;
    const std::string_view preset = preset_of(side.config);
    Json json{{"file", side.file},
              {"preset", preset.empty() ? Json(nullptr) : Json(preset)},
              {"l1", to_string(l1_of(side.config))},
              {"l2", to_string(l2_of(side.config))},
              {"first", side.window.first},
              {"count", side.window.count()},
              {"served", {{"first", served.first}, {"count", served.count()}}}};
    if (!side.part.empty()) json["part"] = side.part;
    if (!side.dealt.empty()) json["deal_blocks"] = side.dealt;
    if (!side.layout.relayouts.empty()) json["relayout"] = side.layout.relayouts;
    if (side.sums.work && !side.sums.work->estimates.empty()) json["estimates"] = side.sums.work->estimates;
    return json;
}

std::vector<ComparedKind> totals_of(const std::array<SideResult, 2>& sides,
                                    const SideComparison& comparison) {
    return compare_totals(sides[0].sums.kinds, sides[1].sums.kinds, comparison.same_counting);
}

void print_json(const std::array<SideResult, 2>& sides, const CompareOptions& options) {
    const SideComparison comparison = compare_sides(sides[0].sums, sides[1].sums);
    // Choices that both sides share are written once, before the sides.
    const bool same_model = have_same_model(sides);
    const bool same_restriction = sides[0].only == sides[1].only;
    Json json{{"model", same_model ? Json(name_of(sides[0].config)) : Json(nullptr)}};
    if (same_restriction)
        put_restriction(json, sides[0].only);
    else
        json["rays"] = nullptr;
    json["frames"] = options.frames;
    json["frame"] = options.frame;
    const auto& work = sides[0].sums.work;
    json["frames_matched_by"] =
        options.frames == 1
            ? Json(nullptr)
            : Json(name_in(frame_match_names, work ? work->matched_by : FrameMatch::position));
    json["same_work"] = comparison.same_work;
    for (const auto& [key, side] : {std::pair("a", &sides[0]), std::pair("b", &sides[1])}) {
        json[key] = side_json(*side);
        if (!same_model) json[key]["model"] = name_of(side->config);
        if (!same_restriction) put_restriction(json[key], side->only);
    }
    const auto same = same_mesh(sides);
    json["same_mesh"] = same ? Json(*same) : Json(nullptr);
    json.update(comparison_json(totals_of(sides, comparison)));
    json.update(sides_json(comparison));
    const auto& [a, b] = sides;
    json.update(differences_json(a.sums, b.sums, differences_of(a.sums, b.sums)));
    print_document(json_text(json));
}

/// Returns the cost that the table of a division shows: the chosen cost if the division has it, and otherwise
/// the usual one.
Cost cost_of(const DivisionInfo& division, const SideComparison& comparison, std::string_view asked) {
    const bool knows_requests = comparison.unknown.empty();
    const bool knows_written = comparison.total.value(Cost::dram_bytes).difference.has_value();
    for (const CostInfo& cost : cost_table())
        if (cost.name == asked && division_knows(division, cost) && (knows_requests || !cost.of_requests))
            return cost.cost;
    return usual_cost(division, knows_requests, knows_written);
}

/// Returns a text that explains hits and look-ups of the tables.
std::string counted_text_of(Counted counted, KindSet kinds) {
    switch (counted) {
    case Counted::request_sectors:
        return fmt::format("Hierarchy model. Look-ups of the totals, of buffers and of source lines are "
                           "sectors of 32 bytes of coalesced requests; those of {} are sectors of each "
                           "element.",
                           list_of(kinds, KindName::plural, "and"));
    case Counted::element_sectors:
        return fmt::format("Hierarchy model. Look-ups are sectors of 32 bytes of each {}.",
                           list_of(kinds, KindName::singular, "and"));
    case Counted::lane_lookups:
        break;
    }
    return "Stack distance cache model. Look-ups are cache lines, counted for each lane.";
}

/// Returns for example "preset turing-rtx2080ti, "; with_title puts the name of the model in front.
std::string model_text(const SideResult& side, bool with_title) {
    const std::string_view preset = preset_of(side.config);
    return (with_title ? fmt::format("{}, ", title_of(side.config)) : std::string()) +
           (preset.empty() ? std::string() : fmt::format("preset {}, ", preset));
}

/// Returns the sentence about the restrictions of both sides; empty if there are none.
std::string counted_alone(const std::array<SideResult, 2>& sides) {
    if (sides[0].only != sides[1].only)
        return fmt::format("Counted of A: {}. Counted of B: {}.\n", counted_title(sides[0].only),
                           counted_title(sides[1].only));
    return sides[0].only.empty() ? std::string()
                                 : fmt::format("Counted alone: {}.\n", title_of(sides[0].only));
}

/// Returns a text that explains hits and look-ups of the tables; for each side if they differ.
std::string counted_of_sides(const SideComparison& comparison, const std::array<SideResult, 2>& sides) {
    const std::string a = counted_text_of(comparison.counting[0].counted, sides[0].kinds);
    const std::string b = counted_text_of(comparison.counting[1].counted, sides[1].kinds);
    return a == b ? a : fmt::format("A: {}\nB: {}", a, b);
}

void print_table(const std::array<SideResult, 2>& sides, const CompareOptions& options) {
    const SideComparison comparison = compare_sides(sides[0].sums, sides[1].sums);
    if (!comparison.reservations.empty()) print_text("{}\n\n", printable(reservation_sentences(comparison)));
    for (const char name : {'A', 'B'}) {
        const SideResult& side = sides[name == 'A' ? 0 : 1];
        print_text("{}  {}: {}L1 {} per SM, L2 {}; {}{} {}\n", name, printable(side.file),
                   model_text(side, !have_same_model(sides)), l1_text(side.config),
                   to_string(l2_of(side.config)),
                   options.frames == 1 ? std::string() : frames_name(options.frames, options.frame) + ", ",
                   grouped_count(static_cast<double>(side.window.count())), side.positions);
        if (!side.part.empty()) print_text("   part: {}\n", printable(side.part));
        if (!side.dealt.empty()) print_text("   blocks dealt to {}\n", printable(side.dealt));
        if (const std::string layout = side.layout.title(); !layout.empty())
            print_text("   in another memory layout: {}\n", printable(layout));
    }
    print_text("{}", counted_alone(sides));
    const auto& [a, b] = sides;
    const std::vector<Difference> differences = differences_of(a.sums, b.sums);
    print_text("{}\n\n{}\n", counted_of_sides(comparison, sides),
               printable(result_sentences(comparison, {}, NumberStyle::terminal, differences.empty())));
    print_text("{}\n{}", printable_lines(differences_text(a.sums, b.sums, differences)),
               costs_table(comparison));
    for (const DivisionInfo& division : division_table()) {
        const Cost cost = cost_of(division, comparison, options.cost);
        const std::string table = parts_table(comparison, division.division, cost, options.top);
        if (!table.empty()) print_text("\n{}", table);
    }
    print_text("\n{}", comparison_table(totals_of(sides, comparison)));
}

/// Throws UsageError if the cost needs --why and that is missing.
void check_cost(const CompareOptions& options) {
    const auto costs = cost_table();
    const auto cost = std::ranges::find(costs, options.cost, &CostInfo::name);
    if (cost != costs.end() && cost->of_reasons && options.model.texts.find(ModelSetting::why) == nullptr)
        throw UsageError(
            fmt::format("--cost {}: expected with --why, which finds the reasons of misses", options.cost));
}

void compare(const CompareOptions& options, const JobContext& job) {
    if (options.frame >= options.frames)
        throw UsageError(
            fmt::format("--frame: expected 0 to {}, found {}", options.frames - 1, options.frame));
    check_cost(options);
    const auto sides = simulate_sides(options, job);
    if (options.json)
        print_json(sides, options);
    else
        print_table(sides, options);
}

} // namespace

void add_compare_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<CompareOptions>();
    auto* command = app.add_subcommand(
        "compare", "Compare two recordings, or two cache configurations of one: B compared with A, B - A");
    command->add_option("A", options->files[0], "Recording (.hmt), the baseline")->required();
    command
        ->add_option("B", options->files[1],
                     "Recording that is compared with it; the same one for another cache")
        ->required();
    add_part_options(*command, options->model.part);
    add_layout_options(*command, options->model.layout);
    add_deal_option(*command, options->model.deal_blocks);
    add_model_options(*command, options->model);
    add_why_option(*command, options->model.texts);
    add_restriction_options(*command, options->model.texts);
    add_side_options(*command, options->sides);
    command->add_option("--frames", options->frames, "Number of frames that time is cut into")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{65536}).description(""))
        ->type_name("Q")
        ->capture_default_str();
    command->add_option("--frame", options->frame, "The frame to compare, from 0")
        ->type_name("F")
        ->capture_default_str();
    command
        ->add_option(
            "--match", options->match,
            "How the frame of B is found: by work (of recordings of one mesh: in the same launch if they "
            "have the same number of launches, and several, and where the same share of its pixels is "
            "finished or, if pixels are not known, of its warps), or by position (the same share of its "
            "accesses)")
        ->check(CLI::IsMember({"work", "position"}).description(""))
        ->type_name("work|position")
        ->capture_default_str();
    std::vector<std::string> costs;
    for (const CostInfo& cost : cost_table())
        costs.emplace_back(cost.name);
    command
        ->add_option(
            "--cost", options->cost,
            "Cost that the tables of roles, allocations, source lines, levels and places show. Default: "
            "dram_bytes of roles, allocations and source lines under the hierarchy model, else l1_misses")
        ->check(CLI::IsMember(costs).description(""))
        ->type_name(fmt::format("{}", fmt::join(costs, "|")));
    command->add_option("--top", options->top, "Rows of these tables, the largest changes first; 0 for all")
        ->type_name("N")
        ->capture_default_str();
    command->add_flag("--json", options->json, "Print one JSON object instead of a table");
    command->footer(
        "Rates are sums of hits over sums of look-ups; their difference is in percentage points. A part's "
        "share is the size of its change over those of all parts of the table.\n"
        "Example: hitmap compare atrium.hmt atrium.hmt --l1-b 64KiB:128:full");
    command->callback([=] { select([=](const JobContext& job) { compare(*options, job); }); });
}

} // namespace hitmap
