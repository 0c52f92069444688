#include "core/analysis/comparison/layouts_to_try.h"

#include "core/base/error.h"
#include "core/relayout/model/element_parts.h"
#include "core/relayout/model/element_range.h"
#include "core/relayout/model/element_use.h"
#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace hitmap {

namespace {

/// The allocations whose elements could be split, as far as counting their bytes takes little memory: those
/// that come first in the table.
std::set<std::uint32_t> with_fields(const RecordingInfo& info) {
    constexpr std::uint64_t most_counted = std::uint64_t{1} << 22U;
    std::uint64_t counted = 0;
    std::set<std::uint32_t> found;
    for (std::size_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& a = info.allocations[i];
        const std::uint32_t bytes = bytes_of_element(a);
        if (a.role != Role::framebuffer && a.layout == ElementLayout::linear && why_not_movable(a).empty() &&
            bytes >= 2 && bytes <= most_element_bytes && counted + bytes <= most_counted) {
            counted += bytes;
            found.insert(static_cast<std::uint32_t>(i));
        }
    }
    return found;
}

bool has_hot_and_cold_bytes(const FieldUse& use) {
    try {
        (void)hot_and_cold(use);
    } catch (const Error&) {
        return false;
    }
    return true;
}

bool has_overlaps(const RecordingInfo& info) {
    try {
        (void)AllocationRanges(info.allocations);
    } catch (const Error&) {
        return true;
    }
    return false;
}

void add_splits(PossibleLayouts& possible, const RecordingInfo& info, const RecordingUse& use) {
    const std::vector<std::string> labels = allocation_labels(info);
    std::vector<std::string> whole;
    for (const auto& [allocation, fields] : use.fields) {
        if (has_hot_and_cold_bytes(fields))
            possible.layouts.emplace_back().splits.emplace_back(labels[allocation], ElementCuts());
        else
            whole.push_back("'" + labels[allocation] + "'");
    }
    if (!whole.empty())
        possible.refused.push_back({fmt::format("split of {}", fmt::join(whole, ", ")),
                                    "no bytes of an element are accessed less than half as often as others, "
                                    "or one access reads both"});
}

} // namespace

PossibleLayouts layouts_to_try(const LayoutTrial& trial, ThreadPool& pool, const JobContext& job) {
    const RecordingInfo& info = trial.file.info();
    PossibleLayouts possible = possible_layouts(trial.file, trial.mesh != nullptr, job);
    const std::set<std::uint32_t> splittable = with_fields(info);
    if (info.has_sums() || splittable.empty() || has_overlaps(info)) return possible;
    if (std::holds_alternative<SdcmConfig>(trial.config))
        possible.refused.push_back({"splits of elements",
                                    "the stack distance cache model looks up whole "
                                    "elements; the hierarchy model counts what is accessed"});
    else
        add_splits(possible, info, count_uses(trial.file, {.fields = splittable}, pool, job));
    return possible;
}

} // namespace hitmap
