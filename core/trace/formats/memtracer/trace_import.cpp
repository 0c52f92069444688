#include "core/trace/formats/memtracer/trace_import.h"

#include "core/base/text/printable.h"
#include "core/trace/import/sass_opcode.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

namespace hitmap::memtracer {

namespace {

constexpr std::string_view listing_name = "kernel.sass";
/// The size of a stack entry of the ray tracer.
constexpr std::uint32_t stack_entry_bytes = 16;
constexpr std::uint64_t most_contents_bytes = std::uint64_t{1} << 28;

struct RegionRole {
    RegionId id;
    Role role;
    std::uint32_t element_bytes;
};
constexpr std::array<RegionRole, 6> region_roles{{
    {RegionId::framebuffer, Role::framebuffer, 3},
    {RegionId::nodes, Role::nodes, 4},
    {RegionId::boxes, Role::boxes, 24},
    {RegionId::faces, Role::faces, 12},
    {RegionId::vertices, Role::vertices, 12},
    {RegionId::normals, Role::vertex_attributes, 12},
}};

/// Whether the stored contents prove the role of a region.
bool is_proven(const StoredScene& scene, Role role) {
    switch (role) {
    case Role::framebuffer:
        return scene.scene.width != 0;
    case Role::faces:
    case Role::vertices:
        return scene.has_mesh;
    case Role::vertex_attributes:
        return scene.has_normals;
    default:
        return true;
    }
}

void set_roles(const SurveyedTrace& trace, std::vector<Allocation>& allocations) {
    for (const RegionRole& each : region_roles) {
        const TraceRegion* const region = region_of(trace.tables, each.id);
        if (region == nullptr || !is_proven(*trace.scene, each.role)) continue;
        Allocation& allocation = allocations[static_cast<std::size_t>(region - trace.tables.regions.data())];
        allocation.name = name_of(each.role);
        allocation.role = each.role;
        allocation.stride = allocation.element_bytes = each.element_bytes;
    }
}

/// Local memory of all launches; no bytes if they do not access it.
Allocation local_memory(const SurveyedTrace& trace) {
    Allocation local;
    local.name = "local memory";
    local.space = Space::local;
    for (const LaunchSurvey& launch : trace.launches)
        local.bytes = std::max<std::uint64_t>(local.bytes, launch.local.bytes());
    if (trace.scene) {
        local.role = Role::stack;
        local.stride = local.element_bytes = stack_entry_bytes;
    }
    return local;
}

} // namespace

std::vector<Instruction> instructions_of(const TraceTables& tables, ImportWarnings& warnings) {
    std::vector<Instruction> instructions;
    instructions.reserve(tables.instructions.size() + 1);
    for (const TraceInstruction& each : tables.instructions) {
        Instruction& added = instructions.emplace_back();
        const auto access = sass_access(each.opcode);
        if (!access) warnings.count("opcodes that do not name a memory access, taken as loads of 4 bytes");
        const SassAccess known = access.value_or(SassAccess{});
        if (known.generic)
            warnings.count("instructions with generic addresses and unknown windows, taken as global");
        added.operation = known.operation;
        added.space = known.space;
        added.bytes_per_lane = known.bytes_per_lane;
        added.cache = known.cache;
        added.location.file = listing_name;
        added.location.line = static_cast<std::uint32_t>(instructions.size());
    }
    instructions.emplace_back().bytes_per_lane = SassAccess{}.bytes_per_lane;
    return instructions;
}

SourceText listing(const TraceTables& tables) {
    SourceText source{std::string(listing_name), {}};
    for (const TraceInstruction& each : tables.instructions)
        source.text += fmt::format("{:#014x}  {}\n", each.program_counter, printable(each.opcode));
    return source;
}

std::vector<Allocation> allocations_of(const SurveyedTrace& trace) {
    std::vector<std::uint64_t> first_requests{0}; // [launches + 1]
    for (const LaunchSurvey& launch : trace.launches)
        first_requests.push_back(first_requests.back() + launch.requests);
    std::vector<Allocation> allocations;
    for (const TraceRegion& region : trace.tables.regions) {
        Allocation& added = allocations.emplace_back();
        added.name = fmt::format("region {}", region.id);
        added.address = region.address;
        added.bytes = region.bytes;
        added.first_request.value = first_requests[region.first_launch];
        if (region.last_launch + 1 < trace.launches.size())
            added.last_request.value = first_requests[region.last_launch + 1];
    }
    if (trace.scene) set_roles(trace, allocations);
    if (Allocation local = local_memory(trace); local.bytes != 0) allocations.push_back(std::move(local));
    return allocations;
}

void read_contents(SeekableInput& file, const SurveyedTrace& trace, ImportWarnings& warnings,
                   std::vector<Allocation>& allocations) {
    std::uint64_t left = most_contents_bytes;
    for (std::size_t i = 0; i < trace.tables.regions.size(); ++i) {
        const TraceRegion& region = trace.tables.regions[i];
        if (region.contents == no_contents || (trace.scene && allocations[i].role != Role::nodes)) continue;
        if (region.bytes > left) {
            warnings.count("regions whose contents are too large to be kept");
            continue;
        }
        left -= region.bytes;
        allocations[i].contents.resize(region.bytes);
        file.read(region.contents, std::as_writable_bytes(std::span(allocations[i].contents)));
    }
}

} // namespace hitmap::memtracer
