
#include "app/cli/export/element_selection.h"
#include "app/cli/export/export_writers.h"
#include "app/cli/files/address_csv.h"
#include "app/cli/files/traffic_csv.h"
#include "app/cli/input/address_input.h"
#include "app/cli/report/accessed_elements.h"
#include "app/cli/report/stack_text.h"
#include "core/base/error.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/cache/reuse/reuse_csv.h"
#include "core/trace/model/element_access.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace hitmap {

namespace {

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

/// Simulates and returns the reuse of the look-ups of all elements, or of those of --of.
ReuseReport simulate_reuse(const ExportInput& input) {
    const std::string& of = input.options.of;
    HierarchyConfig config = input.hierarchy();
    config.explain_misses = true;
    const ElementSelection selection = of.empty() ? ElementSelection{} : parse_selection(of);
    check_elements(selection, input.recording);
    HierarchySinks sinks;
    AccessedElements accessed(selection);
    if (!of.empty()) {
        sinks.selection = &selection;
        sinks.outcomes = &accessed;
    }
    HierarchyResult result =
        simulate_hierarchy(*input.recording.source, config, sinks, input.recording.pool, input.job);
    if (of.empty()) return std::move(*result.reuse);
    accessed.tell_others(input.recording.path);
    return std::move(*result.selected);
}

TextSink to(TextOutput& text) {
    return [&text](std::string_view piece) { text.write(piece); };
}

} // namespace

void export_stack(const ExportInput& input, TextOutput& text) {
    StackOfRays stack(*input.recording.source, input.job);
    if (stack.sink() == nullptr)
        throw FileError(
            input.recording.path, "lane tags",
            fmt::format("expected local memory and lane tags, which say whose it is, found that {}",
                        why_stack_is_unknown(input.info())));
    HierarchySinks sinks;
    sinks.local = stack.sink();
    simulate_hierarchy(*input.recording.source, input.hierarchy(), sinks, input.recording.pool, input.job);
    write_stack_csv(*stack.take(), input.only().rays, text);
}

void export_addresses(const ExportInput& input, TextOutput& text) {
    const auto maps = simulate_addresses(input.options.addresses, input.hierarchy(), {input.window()},
                                         input.recording, input.job);
    write_address_csv(maps.front(), input.info(), input.hierarchy().explain_misses, text);
}

void export_traffic(const ExportInput& input, TextOutput& text) {
    const HierarchyResult result =
        simulate_hierarchy(*input.recording.source, input.hierarchy(), {}, input.recording.pool, input.job);
    write_traffic_csv(input.info(), result, text);
}

void export_miss_ratio(const ExportInput& input, TextOutput& text) {
    write_miss_ratio_csv(input.info(), simulate_reuse(input), to(text), input.options.of);
}

void export_reuse_histogram(const ExportInput& input, TextOutput& text) {
    write_reuse_histogram_csv(input.info(), simulate_reuse(input), to(text), input.options.of);
}

} // namespace hitmap
