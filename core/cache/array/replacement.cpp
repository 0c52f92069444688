#include "core/cache/array/replacement.h"

#include "core/base/error.h"

#include <fmt/format.h>

namespace hitmap {

std::span<const std::string_view> replacement_policy_names() {
    return ReplacementPolicies::names;
}

void check_replacement_policy(std::string_view name, std::uint64_t ways) {
    const bool known =
        ReplacementPolicies::visit(name, [&]<class Policy>(std::type_identity<Policy> /*policy*/) {
            if (ways == 0 || !Policy::allows(ways))
                throw UsageError(fmt::format("policy '{}' needs {}; found {} ways", name,
                                             Policy::needs.empty() ? "ways" : Policy::needs, ways));
        });
    if (!known)
        throw UsageError(fmt::format("policy '{}' is not known; expected {}", name,
                                     fmt::join(ReplacementPolicies::names, ", ")));
}

} // namespace hitmap
