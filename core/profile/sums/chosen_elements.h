#pragma once

#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// The elements that ranges of quantities choose. It restricts the kinds of which there is a range.
struct ChosenElements {
    /// [element_kinds()][elements] Whether an element is chosen; no value: the kind is not restricted.
    std::vector<std::optional<std::vector<bool>>> kinds;

    [[nodiscard]] bool restricts(ElementKindId kind) const {
        return kind < kinds.size() && kinds[kind].has_value();
    }
    /// Whether a picture or a table of the kind has the element: it is chosen, or its kind is not restricted.
    [[nodiscard]] bool shows(ElementKindId kind, std::uint64_t element) const {
        return !restricts(kind) || counts(kind, element);
    }
    /// Whether what is counted for the chosen elements alone, of whatever kinds, counts this one.
    [[nodiscard]] bool counts(ElementKindId kind, std::uint64_t element) const {
        return restricts(kind) && element < kinds[kind]->size() && (*kinds[kind])[element];
    }
    /// Number of chosen elements of a kind that is restricted.
    [[nodiscard]] std::uint64_t chosen(ElementKindId kind) const {
        return static_cast<std::uint64_t>(std::ranges::count(*kinds[kind], true));
    }
};

} // namespace hitmap
