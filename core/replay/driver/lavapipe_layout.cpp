#include "core/replay/driver/lavapipe_layout.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <cstring>
#include <optional>
#include <utility>

namespace hitmap::lavapipe {

namespace {

constexpr std::uint32_t no_node = ~std::uint32_t{0};
constexpr std::uint32_t kind_bits = 3;
/// Kinds in the lowest bits of ids.
enum IdKind : std::uint32_t { id_triangle = 0, id_node = 1, id_instance = 2, id_box = 3 };

constexpr std::uint32_t first_leaf_at = 32; // in the header
constexpr std::uint32_t children_at = 48;   // in a node
/// Upper bits of the geometry of a primitive, and of the flags of an instance.
constexpr std::uint32_t opaque_bit = 1U << 31;
constexpr std::uint32_t may_be_opaque_bit = 1U << 30;
constexpr std::uint32_t culls_nothing_bit = 1U << 29;
constexpr std::uint32_t flips_facing_bit = 1U << 28;
constexpr std::uint32_t geometry_bits = 0xfff'ffff;
constexpr std::uint32_t least_mask_bit = 24;

class Decoder {
public:
    Decoder(std::span<const std::uint8_t> bytes, std::uint64_t address, const BytesPlace& place)
        : bytes_(bytes), place_(place) {
        structure_.address = address;
    }

    DriverStructure read() {
        if (bytes_.size() < header_bytes + node_bytes)
            fail(fmt::format("expected at least {} bytes of an acceleration structure, found {}",
                             header_bytes + node_bytes, bytes_.size()));
        structure_.bounds = box_at(0);
        structure_.first_leaf = number_at(first_leaf_at);
        if (structure_.first_leaf == 0) { // nothing was built into it
            structure_.nodes.emplace_back();
            structure_.first_leaf = header_bytes + node_bytes;
            return std::move(structure_);
        }
        const std::uint64_t nodes = structure_.first_leaf - header_bytes;
        if (structure_.first_leaf <= header_bytes || structure_.first_leaf > bytes_.size() ||
            nodes % node_bytes != 0)
            fail(fmt::format("expected leaves behind nodes of {} bytes and within {} bytes, found them at {}",
                             node_bytes, bytes_.size(), structure_.first_leaf));
        structure_.nodes.resize(nodes / node_bytes);
        met_nodes_.resize(structure_.nodes.size());
        read_nodes();
        read_leaves();
        return std::move(structure_);
    }

private:
    [[noreturn]] void fail(const std::string& message) const {
        throw FileError(place_.file, place_.place, message);
    }
    template <class T>
    [[nodiscard]] T value_at(std::uint64_t offset) const {
        T value{};
        std::memcpy(&value, bytes_.subspan(offset, sizeof value).data(), sizeof value);
        return value;
    }
    [[nodiscard]] std::uint32_t number_at(std::uint64_t offset) const {
        return value_at<std::uint32_t>(offset);
    }
    [[nodiscard]] Aabb box_at(std::uint64_t offset) const { return value_at<Aabb>(offset); }

    /// Reads the nodes that the root leads to.
    void read_nodes() {
        std::vector<std::uint32_t> waiting{0};
        met_nodes_[0] = true;
        while (!waiting.empty()) {
            const std::uint32_t number = waiting.back();
            waiting.pop_back();
            const std::uint64_t at = header_bytes + std::uint64_t{number} * node_bytes;
            DriverNode& node = structure_.nodes[number];
            for (std::uint32_t child = 0; child < 2; ++child) {
                node.boxes[child] = box_at(at + child * sizeof(Aabb));
                const std::uint32_t id = number_at(at + children_at + child * sizeof id);
                node.children[child] = target(id, number);
                if (node.children[child].kind == DriverTarget::Kind::node)
                    waiting.push_back(node.children[child].index);
            }
        }
    }
    DriverTarget target(std::uint32_t id, std::uint32_t parent) {
        if (id == no_node) return {};
        const std::uint32_t at = id & ~kind_bits;
        const std::uint32_t kind = id & kind_bits;
        if (kind != id_node) return leaf(at, kind, parent);
        const std::uint32_t number = (at - header_bytes) / node_bytes;
        if (at < header_bytes || (at - header_bytes) % node_bytes != 0 || number >= structure_.nodes.size())
            fail(fmt::format("node {}: expected a child that is one of {} nodes, found one at byte {}",
                             parent, structure_.nodes.size(), at));
        if (met_nodes_[number])
            fail(fmt::format("node {}: expected a tree, found that node {} is below two nodes", parent,
                             number));
        met_nodes_[number] = true;
        return {DriverTarget::Kind::node, number};
    }
    DriverTarget leaf(std::uint32_t at, std::uint32_t kind, std::uint32_t parent) {
        const auto leaves = kind == id_triangle   ? DriverStructure::Leaves::triangles
                            : kind == id_instance ? DriverStructure::Leaves::instances
                                                  : DriverStructure::Leaves::boxes;
        if (leaves != leaves_.value_or(leaves))
            fail(fmt::format("node {}: expected leaves of one kind, found two kinds", parent));
        leaves_ = leaves;
        const std::uint32_t each = leaf_bytes(leaves);
        const std::uint64_t offset = at - structure_.first_leaf;
        if (at < structure_.first_leaf || offset % each != 0 || at + std::uint64_t{each} > bytes_.size())
            fail(fmt::format("node {}: expected a leaf of {} bytes from byte {} to {}, found one at byte {}",
                             parent, each, structure_.first_leaf, bytes_.size(), at));
        const auto number = static_cast<std::uint32_t>(offset / each);
        if (met_leaves_.size() <= number) met_leaves_.resize(number + std::size_t{1});
        if (met_leaves_[number])
            fail(fmt::format("node {}: expected a tree, found that leaf {} is below two nodes", parent,
                             number));
        met_leaves_[number] = true;
        return {DriverTarget::Kind::leaf, number};
    }

    void read_leaves() {
        structure_.leaves = leaves_.value_or(DriverStructure::Leaves::triangles);
        const std::uint32_t each = leaf_bytes(structure_.leaves);
        for (std::size_t i = 0; i < met_leaves_.size(); ++i) {
            const std::uint64_t at = structure_.first_leaf + i * each;
            switch (structure_.leaves) {
            case DriverStructure::Leaves::triangles:
                structure_.triangles.push_back(
                    {primitive_at(at + triangle_numbers), value_at<TriangleCorners>(at)});
                break;
            case DriverStructure::Leaves::boxes:
                structure_.boxes.push_back({primitive_at(at + box_numbers), box_at(at)});
                break;
            case DriverStructure::Leaves::instances:
                structure_.instances.push_back(instance_at(at));
                break;
            }
        }
    }
    [[nodiscard]] DriverPrimitive primitive_at(std::uint64_t at) const {
        const std::uint32_t geometry = number_at(at + sizeof geometry);
        return {number_at(at), geometry & geometry_bits, (geometry & opaque_bit) != 0};
    }
    [[nodiscard]] DriverInstance instance_at(std::uint64_t at) const {
        DriverInstance instance;
        instance.address = value_at<std::uint64_t>(at);
        instance.mask = static_cast<std::uint8_t>(number_at(at + 8) >> least_mask_bit);
        const std::uint32_t flags = number_at(at + 12);
        instance.makes_opaque = (flags & opaque_bit) != 0;
        instance.makes_not_opaque = (flags & may_be_opaque_bit) == 0;
        instance.culls_nothing = (flags & culls_nothing_bit) != 0;
        instance.flips_facing = (flags & flips_facing_bit) != 0;
        instance.world_to_object = value_at<Transform>(at + instance_matrix);
        instance.number = number_at(at + 68);
        instance.object_to_world = value_at<Transform>(at + 72);
        return instance;
    }

    std::span<const std::uint8_t> bytes_;
    const BytesPlace& place_;
    DriverStructure structure_;
    std::optional<DriverStructure::Leaves> leaves_;
    std::vector<bool> met_nodes_;
    std::vector<bool> met_leaves_;
};

} // namespace

std::uint32_t leaf_bytes(DriverStructure::Leaves leaves) {
    switch (leaves) {
    case DriverStructure::Leaves::triangles:
        return triangle_bytes;
    case DriverStructure::Leaves::boxes:
        return box_bytes;
    case DriverStructure::Leaves::instances:
        break;
    }
    return instance_bytes;
}

DriverStructure read_structure(std::span<const std::uint8_t> bytes, std::uint64_t address,
                               const BytesPlace& place) {
    return Decoder(bytes, address, place).read();
}

} // namespace hitmap::lavapipe
