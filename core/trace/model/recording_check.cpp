#include "core/base/error.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"
#include "core/trace/model/widest_access.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

void expect_at_most(std::string_view what, std::uint64_t limit, std::uint64_t found) {
    if (found > limit) throw Error(fmt::format("expected at most {} {}, found {}", limit, what, found));
}

/// The elements of an allocation and of the scene have the same numbers, so if both are known their counts
/// must agree.
void expect_elements(const ElementAccessFinder& finder, ElementKindId kind, std::uint64_t expected) {
    const std::uint64_t found = finder.element_count(kind);
    if (found != 0 && found != expected)
        throw Error(fmt::format("expected allocations of {} {}, as many as the scene has, found {}", expected,
                                element_kinds()[kind].plural, found));
}

void check_layout(const Allocation& a) {
    if (a.bytes > ~std::uint64_t{0} - a.address)
        throw Error(fmt::format("allocation '{}' reaches beyond the end of the address space", a.name));
    if (a.layout == ElementLayout::linear) {
        if (a.element_bytes > a.stride)
            throw Error(
                fmt::format("allocation '{}': expected at most {} element bytes, its stride, found {}",
                            a.name, a.stride, a.element_bytes));
        return;
    }
    constexpr std::uint32_t component = 4;
    constexpr std::uint32_t position = 3 * component;
    if (a.role != Role::vertices && a.role != Role::vertex_attributes)
        throw Error(fmt::format("allocation '{}': expected planes of vertices or attributes, found {}",
                                a.name, name_of(a.role)));
    if (a.stride != component || a.address % component != 0 || a.element_bytes % component != 0)
        throw Error(fmt::format("allocation '{}': expected planes of {} bytes an element, aligned, found a "
                                "stride of {} and {} element bytes at {:#x}",
                                a.name, component, a.stride, a.element_bytes, a.address));
    if (a.role == Role::vertices && a.element_bytes < position)
        throw Error(fmt::format("allocation '{}': expected at least {} bytes a vertex, found {}", a.name,
                                position, a.element_bytes));
}

} // namespace

void check_tables(const RecordingInfo& info) {
    using Limits = RecordingLimits;
    expect_at_most("SMs", Limits::sms, info.device.sm_count);
    expect_at_most("warp slots of an SM", Limits::warp_slots_per_sm, info.device.warp_slots_per_sm);
    if (info.device.warp_size == 0 || info.device.warp_size > warp_size)
        throw Error(
            fmt::format("expected 1 to {} lanes of a warp, found {}", warp_size, info.device.warp_size));
    expect_at_most("options", Limits::table_rows, info.options.size());
    expect_at_most("origins", Limits::table_rows, info.origins.size());
    expect_at_most("allocations", Limits::allocations, info.allocations.size());
    expect_at_most("instructions", Limits::table_rows, info.instructions.size());
    expect_at_most("basic blocks", Limits::table_rows, info.basic_blocks.size());
    expect_at_most("places of rays", Limits::table_rows, info.ray_places.size());
    for (const RayPlace& place : info.ray_places)
        expect_at_most("as a kind of ray event", ray_event_kind_count - 1,
                       static_cast<std::uint64_t>(place.kind));
    expect_at_most("source texts", Limits::table_rows, info.sources.size());
    expect_at_most("cameras", Limits::table_rows, info.scene.cameras.size());
    for (const Allocation& allocation : info.allocations)
        check_layout(allocation);
    for (const Instruction& instruction : info.instructions) {
        expect_at_most("bytes per lane", widest_access, instruction.bytes_per_lane);
        expect_at_most("inlined calls", Limits::inlined_calls, instruction.inlined_at.size());
    }
    for (const BasicBlock& block : info.basic_blocks)
        expect_at_most("instructions of a basic block", Limits::block_instructions, block.instructions);
    const ElementAccessFinder finder(info);
    if (!info.scene.present) return;
    for (ElementKindId kind = 0; kind < element_kind_count(); ++kind)
        if (const auto expected = element_kinds()[kind].expected)
            if (const auto count = expected(info.scene, kind)) expect_elements(finder, kind, *count);
}

} // namespace hitmap
