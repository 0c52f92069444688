#include "core/trace/elements/element_owners.h"

#include <algorithm>

namespace hitmap {

ElementOwners::ElementOwners(const RecordingInfo& info) : runs_(element_kinds().size()) {
    for (std::size_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& allocation = info.allocations[i];
        const auto kind = element_kind_of(allocation.role);
        if (!kind || allocation.space != Space::global || allocation.stride == 0) continue;
        auto& runs = runs_[*kind];
        const std::uint64_t first = runs.empty() ? 0 : runs.back().end;
        runs.push_back({first + allocation.element_count(), i});
    }
}

std::optional<std::size_t> ElementOwners::allocation_of(ElementKindId kind, std::uint64_t element) const {
    const auto& runs = runs_[kind];
    const auto holds = std::ranges::upper_bound(runs, element, {}, &Run::end);
    return holds == runs.end() ? std::nullopt : std::optional(holds->allocation);
}

} // namespace hitmap
