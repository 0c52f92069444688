#pragma once

#include <array>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace hitmap {

/// A list of classes, each of which has a `static constexpr std::string_view name`.
template <class... T>
struct NamedList {
    static constexpr std::array<std::string_view, sizeof...(T)> names{T::name...};
    using Variant = std::variant<T...>;

    /// Calls visit(std::type_identity<C>{}) for the class with this name. Returns false if there is none.
    template <class Visit>
    static bool visit(std::string_view name, Visit&& visit) {
        return ((name == T::name && (visit(std::type_identity<T>{}), true)) || ...);
    }
};

} // namespace hitmap
