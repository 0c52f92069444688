#include "app/cli/report/stack_text.h"

#include "core/base/number_text.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

std::string kind_of_ray(const StackRay& ray) {
    return to_string(RaySelection{ray.kind, std::nullopt});
}

double sectors_of(std::uint64_t units) {
    return static_cast<double>(units) / static_cast<double>(StackSums::unit);
}

std::optional<double> rate_of(std::uint64_t hits, std::uint64_t lookups) {
    if (lookups == 0) return std::nullopt;
    return static_cast<double>(hits) / static_cast<double>(lookups);
}

void put_sums(Json& json, const StackSums& sums) {
    const auto or_null = [](const std::optional<double>& value) {
        return value ? Json(*value) : Json(nullptr);
    };
    json["accesses"] = sums.accesses;
    json["sectors"] = sectors_of(sums.sectors);
    json["l1_hits"] = sectors_of(sums.l1_hits);
    json["l1_lookups"] = sectors_of(sums.l1_lookups);
    json["l1_hit_rate"] = or_null(rate_of(sums.l1_hits, sums.l1_lookups));
    json["l2_hits"] = sectors_of(sums.l2_hits);
    json["l2_lookups"] = sectors_of(sums.l2_lookups);
    json["l2_hit_rate"] = or_null(rate_of(sums.l2_hits, sums.l2_lookups));
}

std::string stack_row(std::string_view name, const StackSums& sums) {
    const auto percent = [](std::uint64_t hits, std::uint64_t lookups) {
        const auto rate = rate_of(hits, lookups);
        return rate ? percent_text(*rate) : std::string("-");
    };
    return fmt::format("{:<26}{:>14}{:>14.1f}{:>10}{:>16.1f}{:>10}{:>16.1f}\n", name, sums.accesses,
                       sectors_of(sums.sectors), percent(sums.l1_hits, sums.l1_lookups),
                       sectors_of(sums.l1_lookups), percent(sums.l2_hits, sums.l2_lookups),
                       sectors_of(sums.l2_lookups));
}

std::string stack_cells(const StackSums& sums) {
    const auto level = [](std::uint64_t hits, std::uint64_t lookups) {
        const auto rate = rate_of(hits, lookups);
        return fmt::format("{:.9g},{:.9g},{}", sectors_of(hits), sectors_of(lookups),
                           rate ? fmt::format("{:.9g}", *rate) : std::string());
    };
    return fmt::format("{},{:.9g},{},{}\n", sums.accesses, sectors_of(sums.sectors),
                       level(sums.l1_hits, sums.l1_lookups), level(sums.l2_hits, sums.l2_lookups));
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
    put_sums(json, stack->total());
    json["by_ray"] = Json::array();
    for (const StackRay& ray : stack->kinds()) {
        Json row{{"ray_kind", kind_of_ray(ray)}, {"bounce", ray.bounce}};
        put_sums(row, ray.sums);
        json["by_ray"].push_back(std::move(row));
    }
    put_sums(json["untagged"], stack->untagged);
    return json;
}

std::string stack_table(const std::optional<StackTraffic>& stack, const RecordingInfo& info) {
    if (!stack)
        return fmt::format("Whose stack (local memory) it was is not known from this recording: {}.\n",
                           why_stack_is_unknown(info));
    std::string text =
        "Stack (local memory) by rays: lanes that ask for one sector share it; what is written "
        "back belongs to those that wrote it.\n\n";
    text += fmt::format("{:<26}{:>14}{:>14}{:>10}{:>16}{:>10}{:>16}\n", "rays", "accesses", "sectors",
                        "L1 rate", "look-ups", "L2 rate", "look-ups");
    for (const StackRay& ray : stack->kinds())
        text += stack_row(fmt::format("{}, bounce {}", kind_of_ray(ray), ray.bounce), ray.sums);
    text += stack_row("not tagged", stack->untagged);
    return text + stack_row("all", stack->total());
}

void write_stack_csv(const StackTraffic& stack, const std::optional<RaySelection>& only, TextOutput& out) {
    out.write("pixel,ray_kind,bounce,accesses,sectors,l1_hits,l1_lookups,l1_hit_rate,l2_hits,l2_lookups,"
              "l2_hit_rate\n");
    for (const StackRay& ray : stack.rays)
        if (!only || only->has({.work_item = ray.pixel, .ray_kind = ray.kind, .bounce = ray.bounce}))
            out.write(
                fmt::format("{},{},{},{}", ray.pixel, kind_of_ray(ray), ray.bounce, stack_cells(ray.sums)));
    if (!only && stack.untagged != StackSums()) out.write(",,," + stack_cells(stack.untagged));
}

} // namespace hitmap
