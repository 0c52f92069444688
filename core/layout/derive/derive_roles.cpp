#include "core/layout/derive/derive_roles.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace hitmap {

namespace {

/// Links between blocks of the recording are not seen, so that counts differ a little.
constexpr double tolerance = 0.04;

bool is_about(std::uint64_t found, double expected) {
    return expected > 0.0 && std::abs(static_cast<double>(found) - expected) <= tolerance * expected;
}

class RoleFinder {
public:
    RoleFinder(const std::vector<BufferUse>& uses, const BufferLinks& links)
        : uses_(uses), links_(links), roles_(uses.size(), Role::other), known_(uses.size()) {}

    std::vector<Role> find() {
        for (std::size_t b = 0; b < uses_.size(); ++b)
            if (uses_[b].extent.space == Space::local) set(b, Role::stack);
        find_framebuffer();
        const auto faces = find_faces();
        const auto nodes = faces ? largest_link_to(*faces) : std::nullopt;
        if (nodes) {
            set(*nodes, Role::nodes);
            if (const auto boxes = largest_link_from(*nodes)) set(*boxes, Role::boxes);
        }
        find_attributes();
        return roles_;
    }

private:
    void set(std::size_t buffer, Role role) {
        roles_[buffer] = role;
        known_[buffer] = true;
    }
    [[nodiscard]] bool is_open(std::size_t buffer) const {
        return !known_[buffer] && uses_[buffer].is_read_only();
    }

    void find_framebuffer() {
        std::optional<std::size_t> largest;
        const auto bytes = [&](std::size_t b) { return uses_[b].extent.end - uses_[b].extent.begin; };
        for (std::size_t b = 0; b < uses_.size(); ++b) {
            const bool written_only = uses_[b].stores != 0 && uses_[b].loads == 0 && uses_[b].atomics == 0;
            if (written_only && (!largest || bytes(*largest) < bytes(b))) largest = b;
        }
        if (largest) set(*largest, Role::framebuffer);
    }

    /// Whether each element of `index` is followed by three elements of `element`, which is read only so.
    [[nodiscard]] bool indexes(std::size_t index, std::size_t element) const {
        constexpr std::uint32_t least_bytes = 8; // texture coordinates
        if (index == element || !is_open(index) || !is_open(element)) return false;
        const auto links = static_cast<double>(links_(index, element));
        return uses_[element].element_bytes >= least_bytes && is_about(uses_[index].elements_read, links) &&
               is_about(links_.arrivals(element), links) &&
               is_about(uses_[element].elements_read, 3.0 * links);
    }

    /// Sets faces, vertices and attributes with an index of their own. Returns the faces.
    std::optional<std::size_t> find_faces() {
        struct Indexed {
            std::size_t index;
            std::size_t element;
        };
        std::vector<Indexed> pairs;
        for (std::size_t index = 0; index < uses_.size(); ++index)
            for (std::size_t element = 0; element < uses_.size(); ++element)
                if (indexes(index, element)) pairs.push_back({index, element});
        if (pairs.empty()) return std::nullopt;
        const auto most =
            std::max_element(pairs.begin(), pairs.end(), [&](const Indexed& a, const Indexed& b) {
                return uses_[a.index].elements_read < uses_[b.index].elements_read;
            });
        for (const Indexed& pair : pairs) {
            set(pair.index, Role::vertex_attributes);
            set(pair.element, Role::vertex_attributes);
        }
        set(most->index, Role::faces);
        set(most->element, Role::vertices);
        return most->index;
    }

    [[nodiscard]] std::optional<std::size_t> largest_link_to(std::size_t to) const {
        std::optional<std::size_t> found;
        for (std::size_t from = 0; from < uses_.size(); ++from)
            if (is_open(from) && links_(from, to) > (found ? links_(*found, to) : 0)) found = from;
        return found;
    }
    [[nodiscard]] std::optional<std::size_t> largest_link_from(std::size_t from) const {
        std::optional<std::size_t> found;
        for (std::size_t to = 0; to < uses_.size(); ++to)
            if (is_open(to) && links_(from, to) > (found ? links_(from, *found) : 0)) found = to;
        return found;
    }

    /// Buffers that share their index with another one, such as normals with the indices of faces.
    void find_attributes() {
        constexpr std::uint32_t least_bytes = 8;
        for (std::size_t b = 0; b < uses_.size(); ++b)
            if (is_open(b) && uses_[b].element_bytes >= least_bytes &&
                is_about(uses_[b].elements_read, 3.0 * static_cast<double>(links_.arrivals(b))))
                set(b, Role::vertex_attributes);
    }

    const std::vector<BufferUse>& uses_;
    const BufferLinks& links_;
    std::vector<Role> roles_;
    std::vector<bool> known_;
};

} // namespace

std::vector<Role> derive_roles(const std::vector<BufferUse>& uses, const BufferLinks& links) {
    return RoleFinder(uses, links).find();
}

} // namespace hitmap
