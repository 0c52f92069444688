#include "core/trace/elements/element_source.h"

#include <algorithm>

namespace hitmap {

/// Empty if every element is its own source.
std::span<const std::int32_t> ElementSources::table(ElementKindId kind) const {
    if (scene_ == nullptr) return {};
    return element_sources(*scene_, kind);
}

std::optional<std::uint32_t> ElementSources::source(ElementKindId kind, std::uint64_t element) const {
    const auto sources = table(kind);
    if (sources.empty()) return static_cast<std::uint32_t>(element);
    if (element >= sources.size() || sources[element] < 0) return std::nullopt;
    return static_cast<std::uint32_t>(sources[element]);
}

std::uint64_t ElementSources::count(ElementKindId kind, std::uint64_t elements) const {
    const auto sources = table(kind);
    if (sources.empty()) return elements;
    const auto known = sources.first(std::min<std::size_t>(elements, sources.size()));
    return static_cast<std::uint64_t>(
        std::count_if(known.begin(), known.end(), [](std::int32_t s) { return s >= 0; }));
}

} // namespace hitmap
