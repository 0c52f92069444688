#include "tests/cache/hierarchy_reference_state.h"

#include <bit>
#include <tuple>

namespace hitmap::reference {

void Reference::count(const Request& request, const Sectors& sectors) {
    const Instruction& instruction = info_.instructions[request.instruction];
    const auto add = [&](TrafficSums& sums, const Sector& sector) {
        ++sums.sectors;
        sums.l2_lookups += sector.asks_l2 ? 1 : 0;
        sums.l2_hits += sector.l2_hit ? 1 : 0;
        if (instruction.operation == Operation::atomic) {
            ++sums.atomics;
        } else if (instruction.operation == Operation::store) {
            sums.l1_store_lookups += bypasses(instruction) ? 0 : 1;
            sums.l1_store_hits += sector.l1_hit ? 1 : 0;
            if (instruction.space == Space::global) ++sums.written_through;
        } else if (bypasses(instruction)) {
            ++sums.bypassing;
        } else {
            ++sums.l1_load_lookups;
            sums.l1_load_hits += sector.l1_hit ? 1 : 0;
        }
    };
    std::set<std::size_t> allocations;
    for (unsigned lane = 0; lane < warp_size; ++lane)
        if ((request.mask >> lane & 1) != 0)
            if (const auto of = owner(instruction.space, request.address[lane])) allocations.insert(*of);
    for (const std::size_t allocation : allocations)
        ++result.allocations[allocation].requests;
    TrafficSums& sums = result.instructions[request.instruction];
    ++sums.requests;
    for (const auto& [number, sector] : sectors) {
        add(sums, sector);
        result.traffic.back().sectors.push_back(
            {sector.allocations, !bypasses(instruction), sector.l1_hit, sector.asks_l2, sector.l2_hit});
        for (const std::size_t allocation : sector.allocations)
            add(result.allocations[allocation], sector);
        const bool in_l1 = !bypasses(instruction);
        levels_.l1_lookups = static_cast<std::uint16_t>(levels_.l1_lookups + (in_l1 ? 1 : 0));
        levels_.l1_hits = static_cast<std::uint16_t>(levels_.l1_hits + (sector.l1_hit ? 1 : 0));
        levels_.l2_lookups = static_cast<std::uint16_t>(levels_.l2_lookups + (sector.asks_l2 ? 1 : 0));
        levels_.l2_hits = static_cast<std::uint16_t>(levels_.l2_hits + (sector.l2_hit ? 1 : 0));
    }
}

void Reference::count_cells(const Request& request, const Sectors& sectors) {
    const Instruction& instruction = info_.instructions[request.instruction];
    const auto active = static_cast<std::uint64_t>(std::popcount(request.mask));
    result.active_lanes[request.instruction] += active;
    const auto cell = [&](std::size_t allocation) -> MatrixCell& {
        const auto number = static_cast<std::uint32_t>(allocation);
        MatrixCell& made = cells[{request.instruction, number}];
        made.instruction = request.instruction;
        made.allocation = number;
        return made;
    };
    std::set<std::size_t> allocations;
    for (unsigned lane = 0; lane < warp_size; ++lane)
        if ((request.mask >> lane & 1) != 0)
            if (const auto of = owner(instruction.space, request.address[lane])) allocations.insert(*of);
    bool is_outside = allocations.empty();
    for (const auto& [number, sector] : sectors) {
        std::set<std::size_t> of = sector.allocations;
        if (sector.has_lanes_outside) of.insert(MatrixCell::outside);
        is_outside = is_outside || sector.has_lanes_outside;
        for (const std::size_t allocation : of) {
            AllocationSums& sums = cell(allocation).sums;
            ++sums.sectors;
            sums.l1.lookups += bypasses(instruction) ? 0 : 1;
            sums.l1.hits += sector.l1_hit ? hit_unit : 0;
            sums.l2.lookups += sector.asks_l2 ? 1 : 0;
            sums.l2.hits += sector.l2_hit ? hit_unit : 0;
        }
    }
    if (is_outside) allocations.insert(MatrixCell::outside);
    for (const std::size_t allocation : allocations) {
        ++cell(allocation).sums.requests;
        cell(allocation).active_lanes += active;
    }
}

/// Returns the lane's latest access of an element of the allocation or, for a vertex, of a face that has it.
std::optional<std::size_t> Reference::latest(const Request& request, unsigned lane, std::size_t allocation,
                                             std::uint32_t element) const {
    const Role role = info_.allocations[allocation].role;
    for (std::size_t i = accesses_.size(); i-- > launch_begin_;) {
        const Access& access = accesses_[i];
        if (access.warp != request.warp || access.lane != lane) continue;
        if (role == Role::vertices) {
            if (access.kind != face_kind || scene_ == nullptr) continue;
            const glm::uvec3& face = scene_->face_slots.at(access.element);
            if (face.x == element || face.y == element || face.z == element) return i;
        } else if (element_kind_of(role) == access.kind && access.element == element) {
            return i;
        }
    }
    return std::nullopt;
}

void Reference::attribute(const Request& request, const Sectors& sectors) {
    const Instruction& instruction = info_.instructions[request.instruction];
    if (instruction.space != Space::global) return;
    std::set<std::tuple<ElementKindId, std::uint32_t, std::uint64_t>> seen;
    for (unsigned lane = 0; lane < warp_size; ++lane) {
        if ((request.mask >> lane & 1) == 0) continue;
        for (std::uint64_t byte = 0; byte < instruction.bytes_per_lane; ++byte) {
            const std::uint64_t address = request.address[lane] + byte;
            for (std::size_t a = 0; a < info_.allocations.size(); ++a) {
                const Allocation& allocation = info_.allocations[a];
                if (allocation.space != Space::global || allocation.stride == 0 ||
                    address < allocation.address || address - allocation.address >= allocation.bytes ||
                    (!element_kind_of(allocation.role) && allocation.role != Role::vertices))
                    continue;
                std::uint64_t slot = (address - allocation.address) / allocation.stride;
                if (allocation.layout == ElementLayout::planar)
                    slot %= allocation.element_count();
                else if (slot >= allocation.element_count())
                    continue;
                const auto element = static_cast<std::uint32_t>(slot);
                std::optional<std::size_t> access;
                if (allocation.role == Role::vertices) {
                    // It is loaded because of the lane's face; without one, because of no element.
                    access = latest(request, lane, a, element);
                    if (!access || !seen.insert({face_kind, accesses_[*access].element, address / 32}).second)
                        continue;
                } else {
                    if (!seen.insert({*element_kind_of(allocation.role), element, address / 32}).second)
                        continue;
                    access = latest(request, lane, a, element);
                    if (!access) continue;
                }
                const Sector& sector = sectors.at(address / 32);
                AccessOutcome& outcome = result.outcomes[*access];
                if (outcome.l1_lookups == 15 || outcome.l2_lookups == 15) continue;
                outcome.l1_lookups =
                    static_cast<std::uint8_t>(outcome.l1_lookups + (bypasses(instruction) ? 0 : 1));
                outcome.l1_hits += sector.l1_hit ? hit_unit : 0;
                outcome.l2_lookups = static_cast<std::uint8_t>(outcome.l2_lookups + (sector.asks_l2 ? 1 : 0));
                outcome.l2_hits += sector.l2_hit ? hit_unit : 0;
            }
        }
    }
}

void Reference::add(const Request& request) {
    if (number_ != 0 && request.launch != launch_) {
        l1_.clear();
        ++launches_;
        launch_begin_ = accesses_.size();
    }
    launch_ = request.launch;
    levels_ = {};
    result.traffic.emplace_back();
    Sectors sectors = coalesce(request);
    if (!sectors.empty()) run_l1(request, sectors);
    count(request, sectors);
    count_cells(request, sectors);
    RequestBlock block;
    block.append(request);
    std::vector<ElementAccess> found;
    finder_.find(block, found);
    for (const ElementAccess& access : found)
        accesses_.push_back({request.launch, request.warp, access.lane, access.kind, access.element});
    result.outcomes.resize(accesses_.size());
    attribute(request, sectors);
    result.requests.push_back(levels_);
    ++number_;
}

} // namespace hitmap::reference

namespace hitmap {

ReferenceResult hierarchy_reference(const RecordingInfo& info, const RecordedScene* scene,
                                    const std::vector<Request>& requests, const HierarchyConfig& config) {
    reference::Reference reference(info, scene, config);
    for (const Request& request : requests)
        reference.add(request);
    for (const TrafficSums& sums : reference.result.instructions)
        reference.result.total += sums;
    for (const auto& [place, cell] : reference.cells)
        reference.result.cells.push_back(cell);
    return std::move(reference.result);
}

} // namespace hitmap
