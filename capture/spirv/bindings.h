#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "capture/spirv/capture_site.h"
#include "capture/spirv/layout.h"
#include "capture/spirv/place.h"

namespace hitmap::capture {

/// Describes the variables with descriptors and the structures behind addresses that accesses use.
class Bindings {
public:
    Bindings(const Module& module, const Decorations& decorations, const Layout& layout);

    /// Index of the binding of a place, which is added if it is new.
    std::uint32_t index_of(const Place& place, Resource resource);
    /// What kind of memory a place is in.
    [[nodiscard]] Resource resource(const Place& place) const;
    std::vector<Binding> take() { return std::move(bindings_); }

private:
    [[nodiscard]] Binding of_variable(std::uint32_t variable, Resource resource) const;
    void describe(std::uint32_t structure, Binding& binding) const;
    void add_members(std::uint32_t structure, const std::string& prefix, Binding& binding) const;

    const Module& module_;
    const Decorations& decorations_;
    const Layout& layout_;
    std::vector<Binding> bindings_;
    std::unordered_map<std::uint32_t, std::uint32_t> indices_; // by id of the variable or the structure
};

} // namespace hitmap::capture
