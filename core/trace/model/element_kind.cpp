#include "core/trace/model/element_kind.h"

#include <algorithm>

namespace hitmap {

namespace {

template <class Predicate>
std::optional<ElementKindId> find_kind(Predicate predicate) {
    const auto kinds = element_kinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(), predicate);
    if (found == kinds.end()) return std::nullopt;
    return static_cast<ElementKindId>(found - kinds.begin());
}

template <class Predicate>
KindSet kinds_with(Predicate predicate) {
    KindSet set;
    for (ElementKindId kind = 0; kind < element_kind_count(); ++kind)
        if (predicate(element_kinds()[kind])) set.insert(kind);
    return set;
}

} // namespace

std::size_t element_kind_count() {
    return element_kinds().size();
}

std::optional<ElementKindId> element_kind_of(Role role) {
    return find_kind([&](const ElementKind& kind) { return kind.role == role; });
}

std::optional<ElementKindId> element_kind_named(std::string_view name) {
    return find_kind([&](const ElementKind& kind) { return kind.name == name; });
}

KindSet all_kinds() {
    return kinds_with([](const ElementKind&) { return true; });
}

KindSet kinds_with_look_ups() {
    return kinds_with([](const ElementKind& kind) { return kind.has_look_ups; });
}

KindSet drawn_kinds() {
    return kinds_with([](const ElementKind& kind) { return kind.geometry.has_value(); });
}

KindSet exported_kinds() {
    return kinds_with([](const ElementKind& kind) { return kind.is_exported; });
}

KindSet kinds_with_parents() {
    return kinds_with([](const ElementKind& kind) { return kind.tree.has_value(); });
}

std::vector<ElementKindId> in_drawing_order(KindSet kinds) {
    std::vector<ElementKindId> ordered;
    for (const ElementKindId kind : kinds)
        ordered.push_back(kind);
    std::ranges::stable_sort(ordered, {},
                             [](ElementKindId kind) { return element_kinds()[kind].drawing_order; });
    return ordered;
}

std::string names_of(std::span<const ElementKindId> kinds, std::string_view separator) {
    std::string text;
    for (const ElementKindId kind : kinds) {
        if (!text.empty()) text += separator;
        text += element_kinds()[kind].name;
    }
    return text;
}

std::uint64_t element_count(const RecordedScene& scene, ElementKindId kind) {
    const auto& geometry = element_kinds()[kind].geometry;
    return geometry ? geometry->count(scene, kind) : 0;
}

std::span<const std::int32_t> element_sources(const RecordedScene& scene, ElementKindId kind) {
    const ElementKind& row = element_kinds()[kind];
    return row.sources == nullptr ? std::span<const std::int32_t>() : row.sources(scene, kind);
}

bool is_padding(const RecordedScene& scene, ElementKindId kind, std::uint64_t element) {
    const auto sources = element_sources(scene, kind);
    return element < sources.size() && sources[element] < 0;
}

std::span<const std::int32_t> element_parents(const RecordedScene& scene, ElementKindId kind) {
    const auto& tree = element_kinds()[kind].tree;
    return tree ? tree->parents(scene, kind) : std::span<const std::int32_t>();
}

std::span<const std::uint16_t> element_levels(const RecordedScene& scene, ElementKindId kind) {
    const auto& tree = element_kinds()[kind].tree;
    return tree ? tree->levels(scene, kind) : std::span<const std::uint16_t>();
}

void append_cells(const RecordedScene& scene, ElementKindId kind, std::uint64_t element,
                  std::vector<glm::vec3>& corners) {
    const ElementGeometry& geometry = element_kinds()[kind].geometry.value();
    for (const std::uint8_t corner : geometry.cells)
        corners.push_back(geometry.corner(scene, kind, element, corner));
}

} // namespace hitmap
