#include "core/cache/array/set_index.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <type_traits>
#include <variant>

namespace hitmap {

std::span<const std::string_view> set_index_names() {
    return SetIndices::names;
}

void check_set_index(std::string_view name, std::uint64_t sets, std::uint32_t line_bytes) {
    const bool known = SetIndices::visit(name, [&]<class Index>(std::type_identity<Index> /*index*/) {
        if (sets == 0 || !Index::allows(sets, line_bytes))
            throw UsageError(fmt::format("index '{}' needs {}; found {} sets and lines of {} bytes", name,
                                         Index::needs.empty() ? "sets" : Index::needs, sets, line_bytes));
    });
    if (!known)
        throw UsageError(
            fmt::format("index '{}' is not known; expected {}", name, fmt::join(SetIndices::names, ", ")));
}

std::uint64_t SetIndex::operator()(std::uint64_t line) const {
    return std::visit([line](const auto& function) { return function(line); }, function_);
}

SetIndex make_set_index(std::string_view name, std::uint64_t sets, std::uint32_t line_bytes) {
    check_set_index(name, sets, line_bytes);
    SetIndices::Variant made{LinearIndex(sets)};
    SetIndices::visit(name, [&]<class Index>(std::type_identity<Index> /*index*/) { made = Index(sets); });
    return SetIndex(made);
}

} // namespace hitmap
