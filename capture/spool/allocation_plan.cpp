#include "capture/spool/allocation_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace hitmap::capture {

namespace {

/// The name of the program, of the binding, or of both where a buffer has several uses.
std::string name_of(const SpooledBuffer& buffer, std::uint32_t number, const BufferUse* use, bool several) {
    if (buffer.name.empty())
        return use != nullptr && !use->name.empty() ? use->name : "buffer " + std::to_string(number);
    return several && use != nullptr && !use->name.empty() ? buffer.name + ": " + use->name : buffer.name;
}

PlannedAllocation whole(const SpooledBuffer& buffer, std::uint32_t number) {
    PlannedAllocation a;
    a.address = buffer.address;
    a.bytes = buffer.bytes;
    a.first_launch = buffer.first_launch;
    a.last_launch = buffer.last_launch;
    a.buffer = number;
    a.name = name_of(buffer, number, nullptr, false);
    return a;
}

/// Adds a use: what is before the first element of its array is an allocation of its own.
void add_use(const SpooledBuffer& buffer, std::uint32_t number, const BufferUse& use, bool several,
             std::vector<PlannedAllocation>& plan) {
    PlannedAllocation a = whole(buffer, number);
    a.name = name_of(buffer, number, &use, several);
    a.buffer_offset = use.offset;
    a.address += use.offset;
    a.bytes = use.bytes;
    if (use.stride != 0 && use.first_element != 0 && use.first_element < use.bytes) {
        PlannedAllocation head = a;
        head.name += " (before its elements)";
        head.bytes = use.first_element;
        plan.push_back(head);
        a.address += use.first_element;
        a.buffer_offset += use.first_element;
        a.bytes -= use.first_element;
    }
    a.stride = use.stride;
    a.element_bytes = std::min(use.element_bytes, use.stride);
    plan.push_back(std::move(a));
}

bool overlap(const std::vector<BufferUse>& sorted) {
    for (std::size_t i = 1; i < sorted.size(); ++i)
        if (sorted[i].offset < sorted[i - 1].offset + sorted[i - 1].bytes) return true;
    return false;
}

void add_buffer(const SpooledBuffer& buffer, std::uint32_t number, std::vector<BufferUse> uses,
                std::vector<PlannedAllocation>& plan) {
    std::sort(uses.begin(), uses.end(), [](const BufferUse& a, const BufferUse& b) {
        return std::tuple(a.offset, b.bytes) < std::tuple(b.offset, a.bytes);
    });
    if (uses.empty()) {
        plan.push_back(whole(buffer, number));
        return;
    }
    if (!overlap(uses)) {
        for (const BufferUse& use : uses)
            add_use(buffer, number, use, uses.size() > 1, plan);
        return;
    }
    // Uses that overlap are one allocation, with the elements of the first if it begins where the buffer
    // does.
    BufferUse all = uses.front();
    all.stride = all.offset == 0 ? all.stride : 0;
    all.element_bytes = all.offset == 0 ? all.element_bytes : 0;
    all.offset = 0;
    all.bytes = buffer.bytes;
    add_use(buffer, number, all, false, plan);
}

/// One allocation for those that differ in their time alone.
std::vector<PlannedAllocation> merged(const std::vector<PlannedAllocation>& plan) {
    std::map<std::tuple<std::string, std::uint64_t, std::uint64_t, std::uint32_t>, std::size_t> places;
    std::vector<PlannedAllocation> result;
    for (const PlannedAllocation& a : plan) {
        const auto [place, added] =
            places.emplace(std::tuple(a.name, a.address, a.bytes, a.stride), result.size());
        if (added) {
            result.push_back(a);
            continue;
        }
        PlannedAllocation& other = result[place->second];
        other.first_launch = std::min(other.first_launch, a.first_launch);
        other.last_launch = std::max(other.last_launch, a.last_launch);
    }
    return result;
}

} // namespace

AllocationPlan plan_allocations(const SpoolTables& tables, const SpoolSurvey& survey) {
    std::vector<PlannedAllocation> used, others;
    for (const auto& [number, buffer] : tables.buffers) {
        if (buffer.bytes == 0 || buffer.first_launch >= tables.launches.size()) continue;
        const auto uses = survey.uses.find(number);
        if (uses != survey.uses.end())
            add_buffer(buffer, number, uses->second, used);
        else if (survey.has_device_addresses && buffer.last_launch != buffer.first_launch)
            add_buffer(buffer, number, {}, others);
    }
    used.insert(used.end(), others.begin(), others.end());
    AllocationPlan plan{merged(used), 0};
    const std::size_t most = tables.limits.allocations;
    if (plan.allocations.size() > most) {
        plan.left_out = plan.allocations.size() - most;
        plan.allocations.resize(most);
    }
    return plan;
}

} // namespace hitmap::capture
