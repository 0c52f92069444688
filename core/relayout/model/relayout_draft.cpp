#include "core/relayout/model/relayout_draft.h"

#include "core/base/error.h"
#include "core/relayout/model/element_range.h"
#include "core/relayout/model/relayout_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace hitmap {

namespace {

bool is_global(const Allocation& allocation) {
    return allocation.space == Space::global;
}

} // namespace

std::optional<std::string> RelayoutDraft::option(std::string_view name) const {
    const auto found = std::ranges::find(info.options, name, &std::pair<std::string, std::string>::first);
    if (found == info.options.end()) return std::nullopt;
    return found->second;
}

void RelayoutDraft::set_option(std::string_view name, std::string_view value) {
    for (auto& [key, text] : info.options)
        if (key == name) text = value;
}

std::uint32_t RelayoutDraft::allocation_of(Role role, std::uint64_t elements) const {
    std::optional<std::uint32_t> found;
    for (std::uint32_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& a = info.allocations[i];
        if (a.role != role || !is_global(a)) continue;
        if (found) throw Error(fmt::format("expected one allocation of {}, found several", name_of(role)));
        found = i;
    }
    if (!found) throw Error(fmt::format("expected an allocation of {}, found none", name_of(role)));
    const std::uint64_t count = info.allocations[*found].element_count();
    if (count != elements)
        throw Error(fmt::format("allocation '{}': expected {} elements, found {}",
                                info.allocations[*found].name, elements, count));
    return *found;
}

std::optional<std::uint32_t> RelayoutDraft::allocation_named(std::string_view name,
                                                             std::uint64_t elements) const {
    for (std::uint32_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& a = info.allocations[i];
        if (a.name == name && is_global(a) && a.element_count() == elements) return i;
    }
    return std::nullopt;
}

void RelayoutDraft::set_places(std::uint32_t allocation, Places&& of_elements) {
    if (!places[allocation].empty() && !of_elements.empty())
        throw Error(
            fmt::format("allocation '{}': expected one option that orders its elements, found several",
                        info.allocations[allocation].name));
    if (!of_elements.empty()) places[allocation] = std::move(of_elements);
}

void RelayoutDraft::expect_scene() const {
    if (!info.scene.present) throw Error("expected a recording with a scene, found none");
}

void RelayoutDraft::expect_whole_elements() const {
    if (const auto split = option(relayout_split_option))
        throw Error(fmt::format("expected a recording whose elements are whole, found one in which those of "
                                "{} are split",
                                *split));
}

RelayoutDraft draft_of(const HmtFile& file, const JobContext& job) {
    RelayoutDraft draft;
    draft.info = file.info();
    if (const auto scene = file.read_scene(job)) draft.scene = *scene;
    draft.places.resize(draft.info.allocations.size());
    draft.forms.resize(draft.info.allocations.size());
    return draft;
}

void set_element_layout(Allocation& allocation, ElementLayout layout, std::uint32_t stride,
                        std::uint32_t element_bytes) {
    const std::uint64_t elements = allocation.element_count();
    const std::uint64_t rest = allocation.bytes - element_extent(allocation);
    const std::uint64_t each = layout == ElementLayout::planar ? element_bytes : stride;
    if (elements != 0 && elements > (std::uint64_t{1} << 63U) / each)
        throw Error(fmt::format("allocation '{}': expected less than 2^63 bytes, found {} elements of {}",
                                allocation.name, elements, each));
    allocation.layout = layout;
    allocation.stride = stride;
    allocation.element_bytes = element_bytes;
    allocation.bytes = elements * each + std::min(rest, each - 1);
}

void set_access_bytes(RelayoutDraft& draft, std::uint32_t allocation, const RecordingUse& use,
                      const std::function<std::uint32_t(std::uint32_t)>& bytes_of) {
    for (std::size_t i = 0; i < draft.info.instructions.size(); ++i) {
        const std::set<std::uint32_t>& touched = use.instructions[i];
        if (!touched.contains(allocation)) continue;
        if (touched.size() != 1)
            throw Error(fmt::format("allocation '{}': expected instructions that access it alone, found "
                                    "number {}, which also accesses other memory",
                                    draft.info.allocations[allocation].name, i));
        std::uint16_t& bytes = draft.info.instructions[i].bytes_per_lane;
        bytes = static_cast<std::uint16_t>(bytes_of(bytes));
    }
}

} // namespace hitmap
