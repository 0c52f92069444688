#include "app/cli/report/accessed_elements.h"

#include "app/cli/base/terminal.h"
#include "core/base/text/printable.h"
#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

void AccessedElements::add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
                           const AccessOutcomes& /*outcomes*/) {
    const auto& elements = selection_.elements;
    for (const ElementAccess& access : accesses) {
        if (access.kind != selection_.kind) continue;
        const auto found = std::lower_bound(elements.begin(), elements.end(), access.element);
        if (found != elements.end() && *found == access.element)
            is_accessed_[static_cast<std::size_t>(found - elements.begin())] = true;
    }
}

void AccessedElements::tell_others(const std::string& recording) const {
    constexpr std::size_t most_shown = 10;
    std::vector<std::uint32_t> others;
    for (std::size_t i = 0; i < is_accessed_.size(); ++i)
        if (!is_accessed_[i]) others.push_back(selection_.elements[i]);
    if (others.empty()) return;
    const std::span<const std::uint32_t> shown(others.data(), std::min(others.size(), most_shown));
    tell("hitmap: {}: --of: not accessed, so without look-ups: {} {}{}\n", printable(recording),
         element_kinds()[selection_.kind].name, fmt::join(shown, ", "),
         shown.size() == others.size() ? "" : fmt::format(" and {} more", others.size() - shown.size()));
}

} // namespace hitmap
