#include "tests/kinds/cell_lookups.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace hitmap::test {

namespace {

struct Access {
    std::string kind;
    std::uint64_t element = 0;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0; ///< 0: no look-ups
    std::vector<std::uint32_t> vertices;
};

/// The element whose first byte is at the address of a load or store; no kind for a position.
Access access_at(const CellRecording& recording, CellRecording::Instruction instruction,
                 std::uint64_t address) {
    const auto numbers = [](const std::vector<std::uint32_t>& all, std::uint64_t element,
                            std::uint64_t each) {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(element * each);
        return std::vector(first, first + static_cast<std::ptrdiff_t>(each));
    };
    switch (instruction) {
    case CellRecording::load_cell: {
        const std::uint64_t cell = (address - CellRecording::cells_at) / 16;
        return {"cell", cell, address, 16, numbers(recording.cells, cell, 4)};
    }
    case CellRecording::load_face: {
        const std::uint64_t face = (address - CellRecording::faces_at) / 12;
        return {"face", face, address, 12, numbers(recording.faces, face, 3)};
    }
    case CellRecording::load_box:
        return {"box", (address - CellRecording::boxes_at) / 24, address, 24, {}};
    case CellRecording::store_pixel:
        return {"pixel", (address - CellRecording::pixels_at) / 4, address, 0, {}};
    case CellRecording::load_position:
        break;
    }
    return {};
}

std::uint64_t address_of_vertex(std::uint32_t vertex) {
    return CellRecording::vertices_at + std::uint64_t{12} * vertex;
}

/// Calls visit(unit) for the lines or sectors that bytes are in.
template <class Visit>
void each_unit(std::uint64_t address, std::uint64_t bytes, std::uint64_t unit_bytes, Visit visit) {
    for (std::uint64_t unit = address / unit_bytes; unit <= (address + bytes - 1) / unit_bytes; ++unit)
        visit(unit);
}

struct Counts {
    unsigned hits = 0;
    unsigned lookups = 0;
};

std::string text_of(const Access& access, const std::array<Counts, 2>& levels) {
    return fmt::format("{} {}: L1 {}/{}, L2 {}/{}", access.kind, access.element, levels[0].hits,
                       levels[0].lookups, levels[1].hits, levels[1].lookups);
}

/// The lines of a fully associative LRU cache, the last used first.
class Stack {
public:
    [[nodiscard]] bool use(std::uint64_t line, std::uint64_t lines) {
        const auto found = std::ranges::find(used_, line);
        const bool hit = found != used_.end() && static_cast<std::uint64_t>(found - used_.begin()) < lines;
        if (found != used_.end()) used_.erase(found);
        used_.insert(used_.begin(), line);
        return hit;
    }

private:
    std::vector<std::uint64_t> used_;
};

} // namespace

std::vector<std::string> plain_sdcm(const CellRecording& recording, const PlainCaches& caches) {
    std::map<std::uint32_t, Stack> l1;
    Stack l2;
    std::vector<std::string> texts;
    for (const CellRecording::Request& request : recording.requests)
        for (const std::uint64_t address : request.addresses) {
            const Access access = access_at(recording, request.instruction, address);
            if (access.kind.empty()) continue;
            std::array<Counts, 2> levels{};
            const auto look_up = [&](std::uint64_t line) {
                levels[0].hits += l1[request.sm].use(line, caches.l1_lines) ? 1 : 0;
                levels[1].hits += l2.use(line, caches.l2_lines) ? 1 : 0;
                ++levels[0].lookups;
                ++levels[1].lookups;
            };
            if (access.bytes != 0) each_unit(access.address, access.bytes, 128, look_up);
            for (const std::uint32_t vertex : access.vertices)
                each_unit(address_of_vertex(vertex), 12, 128, look_up);
            texts.push_back(text_of(access, levels));
        }
    return texts;
}

namespace {

struct CountedAccess {
    Access access;
    std::array<Counts, 2> levels{};
};

/// The accesses that the loads of one lane's positions can belong to, the latest last.
using Lane = std::vector<CountedAccess*>;

class PlainHierarchy {
public:
    explicit PlainHierarchy(const CellRecording& recording) : recording_(recording) {
        accesses_.reserve(recording.requests.size() * 32); // so that lanes can point to them
    }

    void add(const CellRecording::Request& request) {
        const std::set<std::uint64_t> l1 = l1_[request.sm]; // as before the request
        const std::set<std::uint64_t> l2 = l2_;
        std::vector<CountedAccess*> own;
        for (std::size_t lane = 0; lane < request.addresses.size(); ++lane)
            own.push_back(record(request, lane));
        std::set<std::pair<std::string, std::uint64_t>> seen;
        for (std::size_t lane = 0; lane < request.addresses.size(); ++lane) {
            const std::uint64_t address = request.addresses[lane];
            CountedAccess* const counted = own[lane] != nullptr
                                               ? latest_of(request.sm, lane, own[lane]->access)
                                               : naming(request.sm, lane, address);
            each_unit(address, own[lane] != nullptr ? own[lane]->access.bytes : 12, 32,
                      [&](std::uint64_t sector) {
                          l1_[request.sm].insert(sector);
                          if (!l1.contains(sector)) l2_.insert(sector);
                          if (counted == nullptr) return;
                          const std::string element =
                              fmt::format("{} {}", counted->access.kind, counted->access.element);
                          if (!seen.emplace(element, sector).second) return;
                          const bool hit = l1.contains(sector);
                          ++counted->levels[0].lookups;
                          counted->levels[0].hits += hit ? 1 : 0;
                          if (hit) return;
                          ++counted->levels[1].lookups;
                          counted->levels[1].hits += l2.contains(sector) ? 1 : 0;
                      });
        }
    }

    [[nodiscard]] std::vector<std::string> texts() const {
        std::vector<std::string> texts;
        for (const CountedAccess& each : accesses_)
            texts.push_back(text_of(each.access, each.levels));
        return texts;
    }

private:
    CountedAccess* record(const CellRecording::Request& request, std::size_t lane) {
        Access access = access_at(recording_, request.instruction, request.addresses[lane]);
        if (access.kind.empty()) return nullptr;
        accesses_.push_back({std::move(access), {}});
        lanes_[{request.sm, lane}].push_back(&accesses_.back());
        return &accesses_.back();
    }
    CountedAccess* latest_of(std::uint32_t sm, std::size_t lane, const Access& access) {
        const Lane& of = lanes_[{sm, lane}];
        const auto found = std::find_if(of.rbegin(), of.rend(), [&](const CountedAccess* each) {
            return each->access.kind == access.kind && each->access.element == access.element;
        });
        return *found;
    }
    /// The latest access of the lane that names the vertex at the address.
    CountedAccess* naming(std::uint32_t sm, std::size_t lane, std::uint64_t address) {
        const Lane& of = lanes_[{sm, lane}];
        const auto found = std::find_if(of.rbegin(), of.rend(), [&](const CountedAccess* each) {
            return std::ranges::any_of(each->access.vertices, [&](std::uint32_t vertex) {
                return address_of_vertex(vertex) == address;
            });
        });
        return found == of.rend() ? nullptr : *found;
    }

    const CellRecording& recording_;
    std::vector<CountedAccess> accesses_;
    std::map<std::pair<std::uint32_t, std::size_t>, Lane> lanes_; ///< by SM, which has one warp, and lane
    std::map<std::uint32_t, std::set<std::uint64_t>> l1_;
    std::set<std::uint64_t> l2_;
};

} // namespace

std::vector<std::string> plain_hierarchy(const CellRecording& recording) {
    PlainHierarchy hierarchy(recording);
    for (const CellRecording::Request& request : recording.requests)
        if (request.instruction != CellRecording::store_pixel) hierarchy.add(request);
    return hierarchy.texts();
}

std::map<std::uint64_t, PlainSums> plain_sums_of_cells(const std::vector<std::string>& texts) {
    std::map<std::uint64_t, PlainSums> sums;
    for (const std::string& text : texts) {
        unsigned cell = 0;
        std::array<unsigned, 4> numbers{};
        if (std::sscanf(text.c_str(), "cell %u: L1 %u/%u, L2 %u/%u", &cell, numbers.data(), &numbers[1],
                        &numbers[2], &numbers[3]) != 5)
            continue;
        PlainSums& of_cell = sums[cell];
        ++of_cell.accesses;
        for (std::size_t level = 0; level < 2; ++level) {
            of_cell.hits.at(level) += numbers.at(2 * level);
            of_cell.lookups.at(level) += numbers.at(2 * level + 1);
        }
    }
    return sums;
}

} // namespace hitmap::test
