#include "core/cache/array/set_index.h"
#include "tests/cache/hierarchy_reference_state.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace hitmap::reference {

namespace {

/// `interleave`: the number of consecutive bytes with the same home, with two partitions; 0: one partition.
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
        // Local memory is above this address.
        const std::uint64_t address = line * bytes % (std::uint64_t{1} << 63);
        const std::uint64_t above = line * bytes - address;
        return index((above / 2 + address / interleave / 2 * interleave + address % interleave) / bytes);
    };
    return {geometry.ways, in_home, victim};
}

/// Extends sectors of 32 bytes to the units that a cache fills at once.
SectorMask units(const CacheGeometry& geometry, SectorMask sectors) {
    SectorMask filled = 0;
    const unsigned unit = geometry.sector / 32;
    for (unsigned s = 0; s < 8; ++s)
        if ((sectors >> s & 1) != 0)
            for (unsigned other = s / unit * unit; other < (s / unit + 1) * unit; ++other)
                filled |= 1U << other;
    return filled;
}

} // namespace

Reference::Reference(const RecordingInfo& info, const RecordedScene* scene, const HierarchyConfig& config)
    : info_(info), scene_(scene), config_(config), finder_(info) {
    for (std::uint32_t i = 0; i < config.l2_partitions; ++i)
        l2_.push_back(make_cache(config.l2, config.l2.capacity / config.l2_partitions,
                                 config.l2_partitions == 1 ? 0 : config.l2_interleave));
    for (NaiveCache& partition : l2_)
        watch(partition, Level::l2, 0);
    result.instructions.resize(info.instructions.size());
    result.allocations.resize(info.allocations.size());
    result.active_lanes.resize(info.instructions.size());
    for (const Allocation& a : info.allocations)
        if (a.space == Space::local) local_bytes_ = std::max(local_bytes_, a.address + a.bytes);
    local_bytes_ = (local_bytes_ + 3) / 4 * 4;
}

void Reference::watch(NaiveCache& cache, Level level, std::uint32_t sm) {
    cache.on_use = [this, level, sm, array = arrays_++](const NaiveCache::Use& use) {
        result.uses.push_back({level, sm, array, launches_, number_, accesses_.size(), use_allocation_,
                               use_address_, use.set, use.line, use.is_present, use.evicted,
                               static_cast<unsigned>(std::popcount(use.dirty))});
    };
}

/// Returns the allocation of the lowest lane that requests the line of L1.
std::optional<std::size_t> Reference::allocation_of(const Request& request, std::uint64_t line) const {
    const Instruction& instruction = info_.instructions[request.instruction];
    std::optional<std::size_t> of_line;
    for (unsigned lane = warp_size; lane-- > 0;) {
        if ((request.mask >> lane & 1) == 0) continue;
        for (std::uint64_t byte = 0; byte < instruction.bytes_per_lane; ++byte)
            if (address_of(request, lane, byte) / config_.l1.line == line)
                of_line = owner(instruction.space, request.address[lane]);
    }
    return of_line;
}

Reference::Sectors Reference::coalesce(const Request& request) const {
    const Instruction& instruction = info_.instructions[request.instruction];
    Sectors sectors;
    if (instruction.space == Space::shared) return sectors;
    for (unsigned lane = 0; lane < warp_size; ++lane) {
        if ((request.mask >> lane & 1) == 0) continue;
        const auto allocation = owner(instruction.space, request.address[lane]);
        std::uint64_t first = 0;
        std::uint64_t last = instruction.bytes_per_lane - 1U;
        if (instruction.space == Space::local) { // local memory is accessed in whole words
            last += 3 - (request.address[lane] + last) % 4;
            first -= request.address[lane] % 4;
        }
        for (std::uint64_t byte = first; byte != last + 1; ++byte) {
            const std::uint64_t address = address_of(request, lane, byte);
            Sector& sector = sectors[address / 32];
            if (allocation)
                sector.allocations.insert(*allocation);
            else
                sector.has_lanes_outside = true;
            sector.written_bytes.insert(address);
        }
    }
    return sectors;
}

bool Reference::bypasses(const Instruction& instruction) const {
    if (instruction.operation == Operation::atomic) return true;
    if (instruction.space == Space::local) return false;
    if (instruction.operation == Operation::store) return config_.l1_loads == L1Loads::none;
    return instruction.cache == CacheOperator::global || instruction.cache == CacheOperator::volatile_ ||
           config_.l1_loads == L1Loads::none ||
           (config_.l1_loads == L1Loads::opt_in && instruction.cache != CacheOperator::all);
}

SectorOutcome Reference::ask_l1(const Instruction& instruction, NaiveCache& cache, std::uint64_t line,
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

void Reference::count_written(const SectorOutcome& outcome) {
    const auto back = static_cast<std::uint64_t>(std::popcount(outcome.written_back));
    result.total.written += back;
    if (back == 0) return;
    const std::uint64_t address = outcome.evicted * config_.l2.line +
                                  static_cast<unsigned>(std::countr_zero(outcome.written_back)) * 32U;
    const auto of = address < local_base
                        ? owner(Space::global, address)
                        : owner(Space::local, (address - local_base) % (32 * local_bytes_) / 128 * 4);
    if (of) result.allocations[*of].written += back;
}

SectorMask Reference::ask_partition(std::size_t partition, std::uint64_t line, SectorMask wanted,
                                    const L2Ask& ask) {
    const SectorOutcome outcome =
        ask.operation == Operation::store
            ? l2_[partition].store(line, ask.stored)
            : l2_[partition].access(line, wanted, wanted, ask.operation == Operation::load ? 0 : wanted);
    count_written(outcome);
    return outcome.hits;
}

SectorMask Reference::ask_l2(const Request& request, std::uint64_t l1_line, const L2Ask& ask,
                             TrafficSums& sums) {
    const std::uint64_t first_sector = l1_line * (config_.l1.line / 32);
    const std::uint64_t width = config_.l2.line / 32;
    const bool is_load = ask.operation == Operation::load;
    SectorMask hits = 0;
    std::map<std::uint64_t, L2Ask> lines;
    for (unsigned s = 0; s < 8; ++s) {
        if (((ask.asked | ask.fill_only) >> s & 1) == 0) continue;
        const auto in_line = static_cast<unsigned>((first_sector + s) % width);
        L2Ask& of_line = lines[(first_sector + s) / width];
        of_line.operation = ask.operation;
        if ((ask.asked >> s & 1) != 0) of_line.asked |= 1U << in_line;
        if ((ask.fill_only >> s & 1) != 0) of_line.fill_only |= 1U << in_line;
        if (ask.operation == Operation::store) of_line.stored[in_line] = ask.stored.at(s);
    }
    for (const auto& [line, parts] : lines) {
        const SectorMask fill = is_load ? units(config_.l2, parts.asked | parts.fill_only) : parts.asked;
        use_address_ = line * config_.l2.line +
                       static_cast<unsigned>(std::countr_zero(parts.asked | parts.fill_only)) * 32U;
        const std::size_t home = home_of(line);
        const std::size_t sms = (info_.device.sm_count + l2_.size() - 1) / l2_.size();
        const std::size_t near = std::min(request.sm / sms, l2_.size() - 1);
        SectorMask there = 0;
        if (is_load && near != home) {
            there = ask_partition(near, line, fill, parts);
            if ((fill & ~there) != 0) there |= ask_partition(home, line, fill & ~there, parts);
        } else {
            for (std::size_t other = 0; other < l2_.size() && !is_load; ++other)
                if (other != home) l2_[other].drop(line, fill); // the copy is obsolete
            there = ask_partition(home, line, fill, parts);
        }
        if (ask.operation != Operation::store)
            sums.fetched += static_cast<unsigned>(std::popcount(fill & ~there));
        for (unsigned s = 0; s < width; ++s)
            if ((there & parts.asked & 1U << s) != 0) hits |= 1U << (line * width + s - first_sector);
    }
    return hits;
}

/// Sectors that L1 evicted; they are complete.
void Reference::write_back(const Request& request, const SectorOutcome& l1) {
    L2Ask ask{Operation::store, l1.written_back, 0, {}};
    for (unsigned s = 0; s < 8; ++s)
        for (std::uint64_t byte = 0; byte < 32 && (l1.written_back >> s & 1) != 0; ++byte)
            ask.stored[s].insert((l1.evicted * (config_.l1.line / 32) + s) * 32 + byte);
    const std::uint64_t address = l1.evicted * config_.l1.line +
                                  static_cast<unsigned>(std::countr_zero(l1.written_back)) * 32U - local_base;
    const auto of = owner(Space::local, address % (32 * local_bytes_) / 128 * 4);
    use_allocation_ = of;
    TrafficSums unused;
    const SectorMask hits = ask_l2(request, l1.evicted, ask, unused);
    TrafficSums back;
    back.written_back = back.l2_lookups = static_cast<unsigned>(std::popcount(l1.written_back));
    back.l2_hits = static_cast<unsigned>(std::popcount(hits));
    result.total += back;
    levels_.l2_lookups = static_cast<std::uint16_t>(levels_.l2_lookups + back.l2_lookups);
    levels_.l2_hits = static_cast<std::uint16_t>(levels_.l2_hits + back.l2_hits);
    if (of) result.allocations[*of] += back;
}

void Reference::run_l1(const Request& request, Sectors& sectors) {
    const Instruction& instruction = info_.instructions[request.instruction];
    const std::uint64_t width = config_.l1.line / 32;
    const auto unit = std::pair(request.sm, request.slot % config_.l1_units);
    auto cache = l1_.find(unit);
    if (cache == l1_.end()) {
        cache = l1_.emplace(unit, make_cache(config_.l1, config_.l1.capacity)).first;
        watch(cache->second, Level::l1, request.sm);
    }
    std::map<std::uint64_t, std::array<SectorMask, 2>> lines; // requested, written
    for (const auto& [number, sector] : sectors) {
        lines[number / width][0] |= 1U << number % width;
        if (sector.written_bytes.size() == 32 && instruction.operation == Operation::store)
            lines[number / width][1] |= 1U << number % width;
    }
    TrafficSums& sums = result.instructions[request.instruction];
    for (const auto& [line, parts] : lines) {
        const auto of_line = allocation_of(request, line);
        use_allocation_ = of_line;
        use_address_ = line * config_.l1.line + static_cast<unsigned>(std::countr_zero(parts[0])) * 32U;
        const SectorOutcome l1 = ask_l1(instruction, cache->second, line, parts[0], parts[1]);
        if (l1.written_back != 0) write_back(request, l1);
        use_allocation_ = of_line;
        const bool is_store = instruction.operation == Operation::store;
        const bool is_load = instruction.operation == Operation::load;
        SectorMask asked = parts[0];
        if (!bypasses(instruction) && is_load) asked &= ~l1.hits;
        if (is_store && instruction.space == Space::local) asked = 0;
        SectorMask hits = 0;
        TrafficSums fetched;
        if (asked != 0) {
            const SectorMask fill_only = is_load && !bypasses(instruction) && !drops(instruction)
                                             ? units(config_.l1, asked) & ~parts[0]
                                             : 0;
            L2Ask ask{instruction.operation, asked, fill_only, {}};
            for (unsigned s = 0; s < width; ++s)
                if ((asked >> s & 1) != 0) ask.stored[s] = sectors.at(line * width + s).written_bytes;
            hits = ask_l2(request, line, ask, fetched);
        }
        sums.fetched += fetched.fetched;
        if (of_line) result.allocations[*of_line].fetched += fetched.fetched;
        result.traffic.back().fetched[of_line] += fetched.fetched;
        for (unsigned s = 0; s < width; ++s) {
            if ((parts[0] >> s & 1) == 0) continue;
            Sector& sector = sectors[line * width + s];
            sector.l1_hit = (l1.hits >> s & 1) != 0;
            sector.asks_l2 = (asked >> s & 1) != 0;
            sector.l2_hit = (hits >> s & 1) != 0;
        }
    }
}

} // namespace hitmap::reference
