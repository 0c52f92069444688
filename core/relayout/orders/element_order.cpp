#include "core/relayout/orders/element_order.h"

#include "core/base/error.h"
#include "core/relayout/orders/scene_tables.h"
#include "core/relayout/orders/vertex_order.h"
#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace hitmap {

namespace {

/// What an option of the tracer says of elements that have an order of their own.
constexpr std::string_view own_order = "own";

/// The tables of the scene, and the options that named the order.
void follow(RelayoutDraft& draft, std::uint32_t allocation, const Places& places, const JobContext& job) {
    const Allocation& a = draft.info.allocations[allocation];
    if (a.role == Role::nodes) draft.set_option("node-order", own_order);
    if (!draft.info.scene.present) return;
    if (a.role == Role::boxes) {
        (void)draft.allocation_of(Role::boxes, draft.scene.boxes.size());
        move_boxes(draft.scene, places, job);
        draft.set_option("node-order", own_order);
    } else if (a.role == Role::faces) {
        (void)draft.allocation_of(Role::faces, draft.scene.face_slots.size());
        move_face_slots(draft.scene, places, job);
        draft.set_option("face-order", own_order);
    } else if (const auto kind = element_kind_of(a.role);
               kind && draft.scene.primitives_of(*kind) != nullptr) {
        (void)draft.allocation_of(a.role, draft.scene.primitives_of(*kind)->count());
        move_primitives(draft.scene, *kind, places, job);
    } else if (a.role == Role::vertices && a.element_count() == draft.scene.vertices.size()) {
        move_vertices(draft.scene, places, job);
        draft.set_option("vertex-order", own_order);
    } else if (recorded_normals(draft) == allocation) {
        move_normals(draft.scene, places, job);
        draft.set_option("vertex-order", own_order);
    }
}

} // namespace

void order_elements(RelayoutDraft& draft, std::uint32_t allocation, UseOrder order, const RecordingUse& use,
                    const JobContext& job) {
    draft.expect_whole_elements();
    const Allocation& a = draft.info.allocations[allocation];
    if (a.role == Role::framebuffer)
        throw Error(
            fmt::format("allocation '{}': expected elements that may have any order, found pixels, whose "
                        "slots are their places in the picture",
                        a.name));
    Places places = places_of(sorted_by_use(use.elements.at(allocation), order));
    follow(draft, allocation, places, job);
    draft.set_places(allocation, std::move(places));
    draft.changes.push_back(fmt::format("elements of {} by {}", a.name, name_of(order)));
}

} // namespace hitmap
