#include "tests/cache/hierarchy_twin.h"

#include "core/cache/set_index.h"
#include "core/trace/element_access.h"
#include "tests/cache/naive_cache.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace hitmap {

namespace {

constexpr std::uint64_t local_base = std::uint64_t{1} << 63;

/// `interleave`: of two partitions, the bytes of one home that follow one another; 0: there is one.
NaiveCache make_cache(const CacheGeometry& geometry, std::uint64_t capacity, std::uint64_t interleave = 0) {
    const std::uint64_t sets = capacity / geometry.line / geometry.ways;
    NaiveCache::Victim victim = oldest_by(&NaiveCache::Line::used);
    if (geometry.policy == "fifo") victim = oldest_by(&NaiveCache::Line::filled);
    if (geometry.policy == "plru")
        victim = [](std::uint64_t /*set*/, const NaiveCache::Set& lines) {
            return tree_victim(lines, 0, static_cast<std::uint32_t>(lines.size()));
        };
    const auto index = make_set_index(geometry.index, sets, geometry.line);
    if (interleave == 0) return {geometry.ways, index, victim};
    const auto in_home = [index, interleave, bytes = geometry.line](std::uint64_t line) {
        const std::uint64_t address = line * bytes % (std::uint64_t{1} << 63); // local memory's lie above
        const std::uint64_t above = line * bytes - address;
        return index((above / 2 + address / interleave / 2 * interleave + address % interleave) / bytes);
    };
    return {geometry.ways, in_home, victim};
}

/// A sector that a request asks for.
struct Sector {
    std::set<std::uint64_t> written_bytes;
    std::set<std::size_t> allocations;
    std::optional<std::size_t> first_allocation; ///< of the lowest lane; nothing: of none
    bool is_new = true;
    bool l1_hit = false;
    bool asks_l2 = false;
    bool l2_hit = false;
};

struct Access {
    std::uint32_t launch, warp;
    unsigned lane;
    ElementKindId kind;
    std::uint32_t element;
};

class Twin {
public:
    Twin(const RecordingInfo& info, const RecordedScene* scene, const HierarchyConfig& config)
        : info_(info), scene_(scene), config_(config), finder_(info) {
        for (std::uint32_t i = 0; i < config.l2_partitions; ++i)
            l2_.push_back(make_cache(config.l2, config.l2.capacity / config.l2_partitions,
                                     config.l2_partitions == 1 ? 0 : config.l2_interleave));
        result.instructions.resize(info.instructions.size());
        result.allocations.resize(info.allocations.size());
        for (const Allocation& a : info.allocations)
            if (a.space == Space::local) local_bytes_ = std::max(local_bytes_, a.address + a.bytes);
        local_bytes_ = (local_bytes_ + 3) / 4 * 4;
    }
    void add(const Request& request);
    TwinResult result;

private:
    using Sectors = std::map<std::uint64_t, Sector>; ///< by number

    [[nodiscard]] std::optional<std::size_t> holder(Space space, std::uint64_t address) const {
        for (std::size_t i = 0; i < info_.allocations.size(); ++i) {
            const Allocation& a = info_.allocations[i];
            if (a.space == space && address >= a.address && address < a.address + a.bytes &&
                a.first_request.value <= number_ && number_ < a.last_request.value)
                return i;
        }
        return std::nullopt;
    }
    [[nodiscard]] std::uint64_t address_of(const Request& request, unsigned lane, std::uint64_t byte) const {
        const std::uint64_t r = request.address[lane] + byte;
        if (info_.instructions[request.instruction].space != Space::local) return r;
        const std::uint64_t warp = request.sm * info_.device.warp_slots_per_sm + request.slot;
        return local_base + warp * 32 * local_bytes_ + (r / 4 * 32 + lane) * 4 + r % 4;
    }
    Sectors coalesce(const Request& request) const;
    void run_l1(const Request& request, Sectors& sectors);
    SectorOutcome ask_l1(const Instruction& instruction, NaiveCache& cache, std::uint64_t line,
                         SectorMask asked, SectorMask written);
    [[nodiscard]] bool bypasses(const Instruction& instruction) const;
    /// Whether a load looks into L1 and keeps nothing there.
    [[nodiscard]] static bool drops(const Instruction& instruction) {
        return instruction.cache == CacheOperator::last_use && instruction.space == Space::global;
    }
    /// Hits of sectors of a line of L1; counts what is fetched and written.
    SectorMask ask_l2(const Request& request, std::uint64_t l1_line, SectorMask asked, SectorMask along,
                      SectorMask written, bool is_load, TrafficSums& sums);
    void count(const Request& request, const Sectors& sectors);
    void attribute(const Request& request, const Sectors& sectors);
    [[nodiscard]] std::optional<std::size_t> latest(const Request& request, unsigned lane,
                                                    std::size_t allocation, std::uint32_t element) const;

    const RecordingInfo& info_;
    const RecordedScene* scene_;
    HierarchyConfig config_;
    ElementAccessFinder finder_;
    std::uint64_t local_bytes_ = 0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, NaiveCache> l1_;
    std::vector<NaiveCache> l2_;
    std::vector<Access> accesses_;
    std::size_t launch_begin_ = 0; ///< in accesses_
    std::uint64_t number_ = 0;
    std::uint32_t launch_ = 0;
    RequestLevels levels_;
};

/// Sectors of 32 bytes in units that a cache fills at once.
SectorMask units(const CacheGeometry& geometry, SectorMask sectors) {
    SectorMask filled = 0;
    const unsigned unit = geometry.sector / 32;
    for (unsigned s = 0; s < 8; ++s)
        if ((sectors >> s & 1) != 0)
            for (unsigned other = s / unit * unit; other < (s / unit + 1) * unit; ++other)
                filled |= 1U << other;
    return filled;
}

Twin::Sectors Twin::coalesce(const Request& request) const {
    const Instruction& instruction = info_.instructions[request.instruction];
    Sectors sectors;
    if (instruction.space == Space::shared) return sectors;
    for (unsigned lane = 0; lane < warp_size; ++lane) {
        if ((request.mask >> lane & 1) == 0) continue;
        const auto allocation = holder(instruction.space, request.address[lane]);
        std::uint64_t first = 0;
        std::uint64_t last = instruction.bytes_per_lane - 1U;
        if (instruction.space == Space::local) { // whole words
            last += 3 - (request.address[lane] + last) % 4;
            first -= request.address[lane] % 4;
        }
        for (std::uint64_t byte = first; byte != last + 1; ++byte) {
            const std::uint64_t address = address_of(request, lane, byte);
            Sector& sector = sectors[address / 32];
            if (std::exchange(sector.is_new, false)) sector.first_allocation = allocation;
            if (allocation) sector.allocations.insert(*allocation);
            sector.written_bytes.insert(address);
        }
    }
    return sectors;
}

bool Twin::bypasses(const Instruction& instruction) const {
    if (instruction.operation == Operation::atomic) return true;
    if (instruction.space == Space::local) return false;
    if (instruction.operation == Operation::store) return config_.l1_loads == L1Loads::none;
    return instruction.cache == CacheOperator::global || instruction.cache == CacheOperator::volatile_ ||
           config_.l1_loads == L1Loads::none ||
           (config_.l1_loads == L1Loads::opt_in && instruction.cache != CacheOperator::all);
}

SectorOutcome Twin::ask_l1(const Instruction& instruction, NaiveCache& cache, std::uint64_t line,
                           SectorMask asked, SectorMask written) {
    if (bypasses(instruction)) return {};
    if (instruction.operation == Operation::load) {
        if (drops(instruction)) return {cache.drop(line, asked)};
        return cache.access(line, asked, units(config_.l1, asked), 0);
    }
    if (instruction.space == Space::local) return cache.access(line, asked, asked, asked);
    if (config_.l1_stores == L1Stores::allocate) return cache.access(line, asked, written, 0);
    if (config_.l1_stores == L1Stores::invalidate) return {cache.drop(line, asked)};
    return {cache.look_up(line, asked)};
}

SectorMask Twin::ask_l2(const Request& request, std::uint64_t l1_line, SectorMask asked, SectorMask along,
                        SectorMask written, bool is_load, TrafficSums& sums) {
    const std::uint64_t first_sector = l1_line * (config_.l1.line / 32);
    const std::uint64_t width = config_.l2.line / 32;
    SectorMask hits = 0;
    std::map<std::uint64_t, std::array<SectorMask, 3>> lines; // asked, along, written
    for (unsigned s = 0; s < 8; ++s)
        for (unsigned part = 0; part < 3; ++part)
            if ((std::array{asked, along, written}[part] >> s & 1) != 0)
                lines[(first_sector + s) / width][part] |= 1U << (first_sector + s) % width;
    for (const auto& [line, parts] : lines) {
        const SectorMask fill = is_load ? units(config_.l2, parts[0] | parts[1]) : parts[0];
        SectorMask valid = 0;
        const auto ask = [&](std::size_t partition, SectorMask wanted) {
            const SectorOutcome outcome = l2_[partition].access(line, wanted, wanted, is_load ? 0 : wanted);
            const auto back = static_cast<std::uint64_t>(std::popcount(outcome.written_back));
            result.total.written += back;
            if (back != 0) {
                const std::uint64_t address =
                    outcome.evicted * config_.l2.line +
                    static_cast<unsigned>(std::countr_zero(outcome.written_back)) * 32U;
                const auto of =
                    address < local_base
                        ? holder(Space::global, address)
                        : holder(Space::local, (address - local_base) % (32 * local_bytes_) / 128 * 4);
                if (of) result.allocations[*of].written += back;
            }
            return outcome.hits;
        };
        const std::size_t home = line * config_.l2.line / config_.l2_interleave % l2_.size();
        const std::size_t sms = (info_.device.sm_count + l2_.size() - 1) / l2_.size();
        const std::size_t near = std::min(request.sm / sms, l2_.size() - 1);
        if (is_load && near != home) {
            valid = ask(near, fill);
            if ((fill & ~valid) != 0) valid |= ask(home, fill & ~valid);
        } else {
            for (std::size_t other = 0; other < l2_.size() && !is_load; ++other)
                if (other != home) l2_[other].drop(line, fill); // a copy is out of date
            valid = ask(home, fill);
        }
        sums.fetched += static_cast<unsigned>(std::popcount(fill & ~parts[2] & ~valid));
        for (unsigned s = 0; s < width; ++s)
            if ((valid & parts[0] & 1U << s) != 0) hits |= 1U << (line * width + s - first_sector);
    }
    return hits;
}

void Twin::run_l1(const Request& request, Sectors& sectors) {
    const Instruction& instruction = info_.instructions[request.instruction];
    const std::uint64_t width = config_.l1.line / 32;
    const auto unit = std::pair(request.sm, request.slot % config_.l1_units);
    auto cache = l1_.find(unit);
    if (cache == l1_.end()) cache = l1_.emplace(unit, make_cache(config_.l1, config_.l1.capacity)).first;
    std::map<std::uint64_t, std::array<SectorMask, 2>> lines; // asked, written
    for (const auto& [number, sector] : sectors) {
        lines[number / width][0] |= 1U << number % width;
        if (sector.written_bytes.size() == 32 && instruction.operation == Operation::store)
            lines[number / width][1] |= 1U << number % width;
    }
    TrafficSums& sums = result.instructions[request.instruction];
    for (const auto& [line, parts] : lines) {
        const SectorOutcome l1 = ask_l1(instruction, cache->second, line, parts[0], parts[1]);
        if (l1.written_back != 0) {
            TrafficSums unused;
            const SectorMask hits =
                ask_l2(request, l1.evicted, l1.written_back, 0, l1.written_back, false, unused);
            TrafficSums back;
            back.written_back = back.l2_lookups = static_cast<unsigned>(std::popcount(l1.written_back));
            back.l2_hits = static_cast<unsigned>(std::popcount(hits));
            result.total += back;
            levels_.l2_lookups = static_cast<std::uint16_t>(levels_.l2_lookups + back.l2_lookups);
            levels_.l2_hits = static_cast<std::uint16_t>(levels_.l2_hits + back.l2_hits);
            const std::uint64_t address = l1.evicted * config_.l1.line +
                                          static_cast<unsigned>(std::countr_zero(l1.written_back)) * 32U -
                                          local_base;
            const auto of = holder(Space::local, address % (32 * local_bytes_) / 128 * 4);
            if (of) result.allocations[*of] += back;
        }
        const bool is_store = instruction.operation == Operation::store;
        const bool is_load = instruction.operation == Operation::load;
        SectorMask asked = parts[0];
        if (!bypasses(instruction) && is_load) asked &= ~l1.hits;
        if (is_store && instruction.space == Space::local) asked = 0;
        SectorMask hits = 0;
        TrafficSums fetched;
        if (asked != 0) {
            const SectorMask along = is_load && !bypasses(instruction) && !drops(instruction)
                                         ? units(config_.l1, asked) & ~parts[0]
                                         : 0;
            hits = ask_l2(request, line, asked, along, parts[1], is_load, fetched);
        }
        sums.fetched += fetched.fetched;
        const auto first = sectors.lower_bound(line * width)->second.first_allocation;
        std::optional<std::size_t> of_line = first; // of the lowest lane that asks for the line
        for (unsigned lane = warp_size; lane-- > 0;) {
            if ((request.mask >> lane & 1) == 0) continue;
            for (std::uint64_t byte = 0; byte < instruction.bytes_per_lane; ++byte)
                if (address_of(request, lane, byte) / config_.l1.line == line)
                    of_line = holder(instruction.space, request.address[lane]);
        }
        if (of_line) result.allocations[*of_line].fetched += fetched.fetched;
        for (unsigned s = 0; s < width; ++s) {
            if ((parts[0] >> s & 1) == 0) continue;
            Sector& sector = sectors[line * width + s];
            sector.l1_hit = (l1.hits >> s & 1) != 0;
            sector.asks_l2 = (asked >> s & 1) != 0;
            sector.l2_hit = (hits >> s & 1) != 0;
        }
    }
}

void Twin::count(const Request& request, const Sectors& sectors) {
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
            if (const auto of = holder(instruction.space, request.address[lane])) allocations.insert(*of);
    for (const std::size_t allocation : allocations)
        ++result.allocations[allocation].requests;
    TrafficSums& sums = result.instructions[request.instruction];
    ++sums.requests;
    for (const auto& [number, sector] : sectors) {
        add(sums, sector);
        for (const std::size_t allocation : sector.allocations)
            add(result.allocations[allocation], sector);
        const bool in_l1 = !bypasses(instruction);
        levels_.l1_lookups = static_cast<std::uint16_t>(levels_.l1_lookups + (in_l1 ? 1 : 0));
        levels_.l1_hits = static_cast<std::uint16_t>(levels_.l1_hits + (sector.l1_hit ? 1 : 0));
        levels_.l2_lookups = static_cast<std::uint16_t>(levels_.l2_lookups + (sector.asks_l2 ? 1 : 0));
        levels_.l2_hits = static_cast<std::uint16_t>(levels_.l2_hits + (sector.l2_hit ? 1 : 0));
    }
}

/// The lane's latest access of an element of the allocation; of a vertex, of a face that has it.
std::optional<std::size_t> Twin::latest(const Request& request, unsigned lane, std::size_t allocation,
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

void Twin::attribute(const Request& request, const Sectors& sectors) {
    const Instruction& instruction = info_.instructions[request.instruction];
    if (instruction.space != Space::global) return;
    std::set<std::tuple<std::size_t, std::uint32_t, std::uint64_t>> seen;
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
                if (!seen.insert({a, element, address / 32}).second) continue;
                const auto access = latest(request, lane, a, element);
                if (!access) continue;
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

void Twin::add(const Request& request) {
    if (number_ != 0 && request.launch != launch_) {
        l1_.clear();
        launch_begin_ = accesses_.size();
    }
    launch_ = request.launch;
    levels_ = {};
    Sectors sectors = coalesce(request);
    if (!sectors.empty()) run_l1(request, sectors);
    count(request, sectors);
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

} // namespace

TwinResult hierarchy_twin(const RecordingInfo& info, const RecordedScene* scene,
                          const std::vector<Request>& requests, const HierarchyConfig& config) {
    Twin twin(info, scene, config);
    for (const Request& request : requests)
        twin.add(request);
    for (const TrafficSums& sums : twin.result.instructions)
        twin.result.total += sums;
    return std::move(twin.result);
}

} // namespace hitmap
