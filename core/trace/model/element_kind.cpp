#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <array>

namespace hitmap {

namespace {

constexpr std::array<ElementKind, 3> kinds{{
    {"box", "boxes", Role::boxes, true},
    {"face", "faces", Role::faces, true},
    {"pixel", "pixels", Role::framebuffer, false},
}};

template <class Predicate>
std::optional<ElementKindId> find_kind(Predicate predicate) {
    const auto found = std::find_if(kinds.begin(), kinds.end(), predicate);
    if (found == kinds.end()) return std::nullopt;
    return static_cast<ElementKindId>(found - kinds.begin());
}

} // namespace

std::span<const ElementKind> element_kinds() {
    return kinds;
}

std::optional<ElementKindId> element_kind_of(Role role) {
    return find_kind([&](const ElementKind& kind) { return kind.role == role; });
}

std::optional<ElementKindId> element_kind_named(std::string_view name) {
    return find_kind([&](const ElementKind& kind) { return kind.name == name; });
}

} // namespace hitmap
