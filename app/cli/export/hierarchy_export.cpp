#include "app/cli/export/hierarchy_export.h"

#include "app/cli/export/address_input.h"
#include "app/cli/export/element_selection.h"
#include "app/cli/export/export_contents.h"
#include "app/cli/files/address_csv.h"
#include "app/cli/files/traffic_csv.h"
#include "app/cli/report/accessed_elements.h"
#include "app/cli/report/stack_text.h"
#include "core/base/error.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/cache/reuse/reuse_csv.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/element_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace hitmap {

namespace {

/// `only`: if set, only these rays are counted.
void write_stack_table(const std::optional<RaySelection>& only, const HierarchyConfig& config,
                       ModelInput& input, TextOutput& text, const JobContext& job) {
    StackOfRays stack(*input.source, job);
    if (stack.sink() == nullptr)
        throw FileError(
            input.path, "lane tags",
            fmt::format("expected local memory and lane tags, which say whose it is, found that {}",
                        why_stack_is_unknown(input.file.info())));
    HierarchySinks sinks;
    sinks.local = stack.sink();
    simulate_hierarchy(*input.source, config, sinks, input.pool, job);
    write_stack_csv(*stack.take(), only, text);
}

/// Throws FileError if the recording does not have all of these elements.
void check_elements(const ElementSelection& selection, const ModelInput& input) {
    if (selection.elements.empty()) return;
    const std::uint64_t count = ElementAccessFinder(input.file.info()).element_count(selection.kind);
    if (selection.elements.back() < count) return; // in ascending order
    const std::string_view name = element_kinds()[selection.kind].name;
    throw FileError(input.path, "--of",
                    count == 0 ? fmt::format("expected elements of kind {}, found none", name)
                               : fmt::format("expected {} 0 to {}, found {}", name, count - 1,
                                             selection.elements.back()));
}

} // namespace

void write_hierarchy_table(const ExportOptions& options, HierarchyConfig config, ModelInput& input,
                           TextOutput& text, const JobContext& job) {
    if (options.table() == ExportTable::stack)
        return write_stack_table(options.model.restriction().rays, config, input, text, job);
    if (options.table() == ExportTable::addresses) {
        const TimeWindow window = frame_window(input.file.info().positions(),
                                               std::max<std::uint64_t>(1, options.frames), options.frame);
        const auto maps = simulate_addresses(options.addresses, config, {window}, input, job);
        return write_address_csv(maps.front(), input.file.info(), config.explain_misses, text);
    }
    if (options.table() == ExportTable::evictions) return export_evictions(config, input, text, job);
    if (options.table() == ExportTable::occupancy)
        return export_occupancy(std::max<std::uint64_t>(1, options.frames), options.sm, config, input, text,
                                job);
    if (options.table() == ExportTable::held_lines)
        return export_held_lines(std::max<std::uint64_t>(1, options.frames), options.sm, config, input, text,
                                 job);
    if (is_of_reuse(options.table())) config.explain_misses = true;
    const ElementSelection selection = options.of.empty() ? ElementSelection{} : parse_selection(options.of);
    check_elements(selection, input);
    HierarchySinks sinks;
    AccessedElements accessed(selection);
    if (!options.of.empty()) {
        sinks.selection = &selection;
        sinks.outcomes = &accessed;
    }
    const HierarchyResult result = simulate_hierarchy(*input.source, config, sinks, input.pool, job);
    if (!options.of.empty()) accessed.tell_others(input.path);
    const RecordingInfo& info = input.file.info();
    if (options.table() == ExportTable::traffic) return write_traffic_csv(info, result, text);
    const ReuseReport& reuse = options.of.empty() ? *result.reuse : *result.selected;
    const TextSink out = [&](std::string_view piece) { text.write(piece); };
    if (options.table() == ExportTable::miss_ratio)
        write_miss_ratio_csv(info, reuse, out, options.of);
    else
        write_reuse_histogram_csv(info, reuse, out, options.of);
}

} // namespace hitmap
