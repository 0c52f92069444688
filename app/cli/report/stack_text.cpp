#include "app/cli/report/stack_text.h"

#include "core/report/column/csv_table.h"
#include "core/report/column/text_table.h"
#include "core/report/rows/level_columns.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

std::string kind_of_ray(const StackRay& ray) {
    return to_string(RaySelection{ray.kind, std::nullopt});
}

double sectors_of(std::uint64_t units) {
    return static_cast<double>(units) / static_cast<double>(StackSums::unit);
}

/// Lanes share sectors, so that hits and look-ups of a ray may be fractions.
ReportedLevel stack_level(std::uint64_t hits, std::uint64_t lookups) {
    return {sectors_of(hits), sectors_of(lookups), quotient(hits, lookups)};
}

struct StackRow {
    std::string name; ///< name in text tables
    std::uint64_t accesses;
    double sectors;
    ReportedLevels levels;
};

StackRow stack_row(const StackSums& sums, std::string name = {}) {
    return {std::move(name),
            sums.accesses,
            sectors_of(sums.sectors),
            {stack_level(sums.l1_hits, sums.l1_lookups), stack_level(sums.l2_hits, sums.l2_lookups)}};
}

const ReportColumns<StackRow>& stack_columns() {
    static const ReportColumns<StackRow> columns = [] {
        ReportColumns<StackRow> made{
            {{.key = "name",
              .type = CellType::text,
              .in = {.json = false, .csv = false},
              .text = {"rays", 26}},
             &StackRow::name},
            {{.key = "accesses", .text = {"accesses", 14}}, &StackRow::accesses},
            {{.key = "sectors", .type = CellType::number, .text = {"sectors", 14}}, &StackRow::sectors}};
        for (auto& column : level_columns<StackRow>())
            made.push_back(std::move(column));
        for (const char* hits : {"l1_hits", "l2_hits"})
            column_named(made, hits).in.text = false;
        for (const char* lookups : {"l1_lookups", "l2_lookups"}) {
            column_named(made, lookups).type = CellType::number;
            column_named(made, lookups).text.width = 16;
        }
        return made;
    }();
    return columns;
}

/// Columns that identify the rays of a CSV row; undefined for traffic of lanes without tags.
ReportColumns<StackRay> ray_columns() {
    return {{{.key = "pixel"}, &StackRay::pixel},
            {{.key = "ray_kind"}, kind_of_ray},
            {{.key = "bounce"}, &StackRay::bounce}};
}

} // namespace

StackOfRays::StackOfRays(RequestSource& source, const JobContext& job) {
    if (!has_local_memory(source.info())) return;
    if (const auto tags = source.lane_tags(job); !tags.empty()) builder_.emplace(tags);
}

std::optional<StackTraffic> StackOfRays::take() {
    if (!builder_) return std::nullopt;
    return builder_->finish();
}

std::string_view why_stack_is_unknown(const RecordingInfo& info) {
    return has_local_memory(info) ? "it has no lane tags, or they are not complete before its end"
                                  : "it has no local memory";
}

Json stack_json(const std::optional<StackTraffic>& stack) {
    if (!stack) return nullptr;
    Json json;
    put_row(json, stack_columns(), stack_row(stack->total()));
    json["by_ray"] = Json::array();
    for (const StackRay& ray : stack->kinds()) {
        Json row{{"ray_kind", kind_of_ray(ray)}, {"bounce", ray.bounce}};
        put_row(row, stack_columns(), stack_row(ray.sums));
        json["by_ray"].push_back(std::move(row));
    }
    put_row(json["untagged"], stack_columns(), stack_row(stack->untagged));
    return json;
}

std::string stack_table(const std::optional<StackTraffic>& stack, const RecordingInfo& info) {
    if (!stack)
        return fmt::format("Whose stack (local memory) it was is not known from this recording: {}.\n",
                           why_stack_is_unknown(info));
    std::vector<StackRow> rows;
    for (const StackRay& ray : stack->kinds())
        rows.push_back(stack_row(ray.sums, fmt::format("{}, bounce {}", kind_of_ray(ray), ray.bounce)));
    rows.push_back(stack_row(stack->untagged, "not tagged"));
    rows.push_back(stack_row(stack->total(), "all"));
    return "Stack (local memory) by rays: lanes that ask for one sector share it; what is written "
           "back belongs to those that wrote it.\n\n" +
           text_table(columns_in(stack_columns(), &ReportPlaces::text, levels_in_text), rows);
}

void write_stack_csv(const StackTraffic& stack, const std::optional<RaySelection>& only, TextOutput& out) {
    const auto columns = ray_columns();
    out.write(csv_names(columns) + "," + csv_names(stack_columns()) + "\n");
    for (const StackRay& ray : stack.rays)
        if (!only || only->has({.work_item = ray.pixel, .ray_kind = ray.kind, .bounce = ray.bounce}))
            out.write(csv_fields(columns, ray) + "," + csv_fields(stack_columns(), stack_row(ray.sums)) +
                      "\n");
    if (!only && stack.untagged != StackSums())
        out.write(",,," + csv_fields(stack_columns(), stack_row(stack.untagged)) + "\n");
}

} // namespace hitmap
