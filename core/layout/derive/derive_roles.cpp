#include "core/layout/derive/derive_roles.h"

#include "core/layout/model/recording_layout.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace hitmap {

namespace {

/// Links between blocks of the recording are not seen, so that counts differ a little.
constexpr double tolerance = 0.04;

bool is_about(std::uint64_t found, double expected) {
    return expected > 0.0 && std::abs(static_cast<double>(found) - expected) <= tolerance * expected;
}

bool is_less(std::uint64_t found, double expected) {
    return static_cast<double>(found) < (1.0 - tolerance) * expected;
}

bool is_more(std::uint64_t found, double expected) {
    return static_cast<double>(found) > (1.0 + tolerance) * expected;
}

/// How elements are read by indices.
enum class IndexForm : std::uint8_t {
    none,
    face_at_once, ///< all indices of a face, then its elements
    in_turns,     ///< elements are read between the indices of a face
    single,       ///< one instruction reads all indices
};

class RoleFinder {
public:
    RoleFinder(const std::vector<BufferUse>& uses, const BufferLinks& links,
               const std::vector<IndexedPair>& refused)
        : uses_(uses), links_(links), refused_(refused), known_(uses.size()) {
        result_.roles.assign(uses.size(), Role::other);
    }

    DerivedRoles find() {
        for (std::size_t b = 0; b < uses_.size(); ++b)
            if (uses_[b].extent.space == Space::local) set(b, Role::stack);
        find_framebuffer();
        find_faces();
        if (result_.faces) find_tree();
        find_attributes();
        return result_;
    }

private:
    void set(std::size_t buffer, Role role) {
        result_.roles[buffer] = role;
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

    /// How often lanes come back to `element` from buffers that they read only after it, such as normals.
    [[nodiscard]] std::uint64_t returns_to(std::size_t element, std::size_t index) const {
        std::uint64_t returns = 0;
        for (std::size_t b = 0; b < uses_.size(); ++b)
            if (b != index && b != element && is_open(b) && links_(b, element) != 0 &&
                is_about(links_.arrivals(b), static_cast<double>(links_(element, b))))
                returns += links_(b, element);
        return returns;
    }

    /// Whether `element` is read only by indices of `index`, three elements for each three indices.
    [[nodiscard]] IndexForm form_of(std::size_t index, std::size_t element) const {
        constexpr std::uint32_t least_bytes = 8;   // texture coordinates
        constexpr std::uint32_t vertex_bytes = 12; // three floats
        constexpr std::uint32_t index_bytes = 4;
        if (index == element || !is_open(index) || !is_open(element) ||
            std::ranges::count(refused_, IndexedPair{index, element}) != 0)
            return IndexForm::none;
        const BufferUse& read = uses_[element];
        const double faces = static_cast<double>(read.elements_read) / 3.0;
        const std::uint64_t links = links_(index, element);
        const std::uint64_t returns = returns_to(element, index);
        if (!is_about(links_.arrivals(element), static_cast<double>(links + returns))) return IndexForm::none;
        const bool by_faces = is_about(uses_[index].elements_read, faces);
        if (by_faces && returns == 0 && is_about(links, faces) && read.element_bytes >= least_bytes)
            return IndexForm::face_at_once;
        if (is_less(links, faces) || is_more(links, 3.0 * faces) || read.element_bytes < vertex_bytes)
            return IndexForm::none;
        if (by_faces) return IndexForm::in_turns;
        // Where a face begins is not known of a buffer that was found by its addresses.
        const bool is_listed = uses_[index].extent.allocation.has_value();
        return is_listed && uses_[index].element_bytes <= index_bytes &&
                       is_about(uses_[index].elements_read, 3.0 * faces)
                   ? IndexForm::single
                   : IndexForm::none;
    }

    struct Indexed : IndexedPair {
        IndexForm form;
    };

    /// Sets faces, vertices and attributes with an index of their own.
    void find_faces() {
        std::vector<Indexed> pairs;
        for (std::size_t index = 0; index < uses_.size(); ++index)
            for (std::size_t element = 0; element < uses_.size(); ++element)
                if (const IndexForm form = form_of(index, element); form != IndexForm::none)
                    pairs.push_back({{index, element}, form});
        if (pairs.empty()) return;
        const auto most =
            std::max_element(pairs.begin(), pairs.end(), [&](const Indexed& a, const Indexed& b) {
                return uses_[a.element].elements_read < uses_[b.element].elements_read;
            });
        for (const Indexed& pair : pairs) {
            set(pair.index, Role::vertex_attributes);
            set(pair.element, Role::vertex_attributes);
        }
        set(most->index, Role::faces);
        set(most->element, Role::vertices);
        result_.faces = *most;
        result_.single_indices = most->form == IndexForm::single;
        result_.is_unproven = most->form != IndexForm::face_at_once;
    }

    /// The open buffers by the number of links to a buffer, most first; without those that have none.
    [[nodiscard]] std::vector<std::size_t> sources_of(std::size_t to) const {
        std::vector<std::size_t> found;
        for (std::size_t from = 0; from < uses_.size(); ++from)
            if (is_open(from) && links_(from, to) != 0) found.push_back(from);
        std::ranges::stable_sort(found,
                                 [&](std::size_t a, std::size_t b) { return links_(a, to) > links_(b, to); });
        return found;
    }

    /// Lanes come to faces from nodes, or from a table that they read in between, such as that of meshes.
    void find_tree() {
        const std::size_t faces = result_.faces->index;
        const std::vector<std::size_t> before = sources_of(faces);
        for (const std::size_t nodes : before)
            if (take_tree(nodes, faces)) return;
        for (const std::size_t table : before)
            for (const std::size_t nodes : sources_of(table))
                if (take_tree(nodes, table)) return;
    }

    /// Sets the roles if lanes go from node to node before they come to faces.
    bool take_tree(std::size_t nodes, std::size_t to) {
        constexpr std::uint64_t least_share = 4; // of the leaves: a quarter has an inner node before it
        const std::uint64_t leaves = links_(nodes, to);
        const auto is_often = [&](std::uint64_t times) {
            return times != 0 && times >= leaves / least_share;
        };
        // A table that is read between trees is not read after most nodes.
        const auto boxes = boxes_after(nodes, to);
        if (boxes && is_often(links_(nodes, *boxes)) && links_(*boxes, nodes) != 0 &&
            uses_[nodes].moves < links_(nodes, *boxes))
            set(*boxes, Role::boxes);
        else if (!is_often(uses_[nodes].moves))
            return false;
        set(nodes, Role::nodes);
        return true;
    }

    /// The buffer with elements of the size of boxes that lanes go to from nodes most often.
    [[nodiscard]] std::optional<std::size_t> boxes_after(std::size_t nodes, std::size_t except) const {
        std::optional<std::size_t> found;
        for (std::size_t to = 0; to < uses_.size(); ++to)
            if (to != except && is_open(to) && uses_[to].element_bytes >= stored_box_bytes &&
                links_(nodes, to) > (found ? links_(nodes, *found) : 0))
                found = to;
        return found;
    }

    /// How often a lane comes to a buffer from vertices, their indices or their attributes.
    [[nodiscard]] std::uint64_t links_from_vertices(std::size_t to) const {
        std::uint64_t links = 0;
        for (std::size_t from = 0; from < uses_.size(); ++from)
            if (const Role role = result_.roles[from];
                role == Role::faces || role == Role::vertices || role == Role::vertex_attributes)
                links += links_(from, to);
        return links;
    }

    /// Buffers that share their index with another one, such as normals with the indices of faces.
    void find_attributes() {
        constexpr std::uint32_t least_bytes = 8;
        for (std::size_t b = 0; b < uses_.size(); ++b) {
            if (!is_open(b) || uses_[b].element_bytes < least_bytes) continue;
            const auto arrivals = static_cast<double>(links_.arrivals(b));
            const bool by_threes = is_about(uses_[b].elements_read, 3.0 * arrivals);
            const bool by_vertices = result_.is_unproven && is_about(uses_[b].elements_read, arrivals) &&
                                     is_about(uses_[result_.faces->element].elements_read, arrivals) &&
                                     is_about(links_from_vertices(b), arrivals);
            if (by_threes || by_vertices) set(b, Role::vertex_attributes);
        }
    }

    const std::vector<BufferUse>& uses_;
    const BufferLinks& links_;
    const std::vector<IndexedPair>& refused_;
    DerivedRoles result_;
    std::vector<bool> known_;
};

} // namespace

DerivedRoles derive_roles(const std::vector<BufferUse>& uses, const BufferLinks& links,
                          const std::vector<IndexedPair>& refused) {
    return RoleFinder(uses, links, refused).find();
}

} // namespace hitmap
