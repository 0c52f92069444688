#include "core/relayout/apply/possible_layouts.h"

#include "core/base/error.h"
#include "core/relayout/model/relayout_draft.h"
#include "core/relayout/orders/node_order.h"
#include "core/relayout/orders/vertex_order.h"
#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

constexpr NodeOrder tried_node_orders[] = {NodeOrder::dfs, NodeOrder::bfs, NodeOrder::veb};
constexpr MemoryOrder tried_orders[] = {MemoryOrder::keep, MemoryOrder::random, MemoryOrder::bfs,
                                        MemoryOrder::morton};
constexpr UseOrder tried_use_orders[] = {UseOrder::access_count, UseOrder::first_access};

/// Why `check` throws; empty if it does not.
template <class Check>
std::string reason_of(const Check& check) {
    try {
        check();
    } catch (const FileError&) {
        throw;
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

/// Collects the layouts of one recording.
class LayoutList {
public:
    LayoutList(const RelayoutDraft& draft, bool has_mesh) : draft_(draft), has_mesh_(has_mesh) {}

    void add_nodes() {
        const std::string reason = reason_of([&] { (void)recorded_nodes(draft_); });
        if (refuse("node-order", reason)) return;
        const bool compact = recorded_nodes(draft_).compact;
        const bool faces_keep = draft_.option("face-order").value_or("keep") == "keep";
        for (const NodeOrder order : tried_node_orders) {
            if (has_other("node-order", name_of(order)) && (faces_keep || !changes_storage(draft_, order)))
                add().node_order = order;
        }
        for (const UseOrder order : tried_use_orders)
            if (has_other("node-order", name_of(order)) && (faces_keep || !compact)) add().node_order = order;
        if (has_other("node-order", name_of(ClusterOrder::lines)) && (faces_keep || !compact))
            add().node_order = ClusterOrder::lines;
    }

    void add_vertices() {
        const std::string reason = reason_of([&] { (void)recorded_vertices(draft_); });
        if (refuse("vertex-order", reason)) return;
        const bool knows_file = has_mesh_ || draft_.option("vertex-order").value_or("keep") == "keep";
        for (const MemoryOrder order : tried_orders)
            if (knows_file && has_other("vertex-order", name_of(order), "keep")) add().vertex_order = order;
        for (const UseOrder order : tried_use_orders)
            if (has_other("vertex-order", name_of(order))) add().vertex_order = order;
        if (!knows_file)
            refuse("vertex-order keep, random, bfs and morton",
                   "the recording has its vertices in another order than the file of the mesh, which is "
                   "needed (--scene)");
        const bool planar =
            draft_.info.allocations[recorded_vertices(draft_)].layout == ElementLayout::planar;
        add().vertex_layout = planar ? VertexLayout::aos : VertexLayout::soa;
    }

    void add_faces() {
        const auto slots = [&] { (void)draft_.allocation_of(Role::faces, draft_.scene.face_slots.size()); };
        const bool knows_file = has_mesh_ || draft_.option("vertex-order").value_or("keep") == "keep";
        if (!has_nodes() || !reason_of(slots).empty() || !draft_.option("leaf-size") || !knows_file) return;
        for (const MemoryOrder order : tried_orders) {
            const bool refused = order == MemoryOrder::keep && !recorded_nodes(draft_).compact;
            if (!refused && has_other("face-order", name_of(order), "keep")) add().face_order = order;
        }
    }

    /// Orders of single allocations where no order of nodes or vertices is known, and strides.
    void add_allocations() {
        const std::vector<std::string> labels = allocation_labels(draft_.info);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const Allocation& a = draft_.info.allocations[i];
            if (a.space != Space::global) continue; // its addresses are offsets of each lane
            if (refuse(fmt::format("order and stride of '{}'", labels[i]), why_not_movable(a))) continue;
            if (a.role != Role::framebuffer && !has_nodes())
                for (const UseOrder order : tried_use_orders)
                    add().element_orders.emplace_back(labels[i], order);
            constexpr std::uint32_t line = 128;
            if (a.layout != ElementLayout::linear) continue;
            if (a.stride < line && !std::has_single_bit(a.stride))
                add().strides.emplace_back(labels[i], std::bit_ceil(a.stride));
            if (const std::uint32_t packed = packed_stride(a); packed != 0 && packed < a.stride)
                add().strides.emplace_back(labels[i], packed);
        }
    }

    [[nodiscard]] PossibleLayouts take() { return std::move(list_); }

private:
    RelayoutOptions& add() { return list_.layouts.emplace_back(); }
    bool refuse(std::string what, const std::string& reason) {
        if (reason.empty()) return false;
        list_.refused.push_back({std::move(what), reason});
        return true;
    }
    [[nodiscard]] bool has_nodes() const {
        return reason_of([&] { (void)recorded_nodes(draft_); }).empty();
    }
    [[nodiscard]] bool has_other(std::string_view option, std::string_view value,
                                 std::string_view usual = {}) const {
        return draft_.option(option).value_or(std::string(usual)) != value;
    }

    /// The stride of elements without padding between them, as a multiple of 4 bytes, so that numbers stay
    /// aligned; 0 if their size is not known.
    static std::uint32_t packed_stride(const Allocation& a) {
        constexpr std::uint32_t number = 4;
        return a.element_bytes > a.stride ? 0 : (a.element_bytes + number - 1) / number * number;
    }

    const RelayoutDraft& draft_;
    bool has_mesh_;
    PossibleLayouts list_;
};

} // namespace

std::string why_not_movable(const Allocation& allocation) {
    constexpr std::uint64_t most_places = std::uint64_t{1} << 28U;
    if (allocation.space != Space::global)
        return fmt::format("it is {} memory, whose addresses are offsets of each lane",
                           name_of(allocation.space));
    if (allocation.stride == 0)
        return "the recording does not say at which distance its elements are, so that it is not known which "
               "bytes move together";
    if (allocation.element_count() == 0)
        return fmt::format("its {} bytes are less than one element of {}", allocation.bytes,
                           std::max(allocation.stride, allocation.element_bytes));
    if (allocation.element_count() > most_places)
        return fmt::format("it has {} elements, more than the 2^28 that are counted",
                           allocation.element_count());
    return {};
}

PossibleLayouts possible_layouts(const HmtFile& file, bool has_mesh, const JobContext& job) {
    if (file.info().has_sums())
        return {{}, {{"all layouts", "the recording has sums of frames and no requests"}}};
    const RelayoutDraft draft = draft_of(file, job);
    const std::string overlap = reason_of([&] {
        const AddressMover mover(file.info().allocations, draft.info.allocations, draft.places, draft.forms);
    });
    if (!overlap.empty()) return {{}, {{"all layouts", overlap}}};
    LayoutList list(draft, has_mesh);
    list.add_nodes();
    list.add_vertices();
    list.add_faces();
    list.add_allocations();
    return list.take();
}

} // namespace hitmap
