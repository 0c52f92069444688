#include "core/layout/derive/buffer_use.h"

#include "core/layout/derive/planes.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace hitmap {

namespace {

/// Drivers and the simulated device align allocations to this number of bytes.
constexpr std::uint64_t allocation_alignment = 256;

/// A site and what it accesses.
struct Use {
    SiteKey key;
    Site site;
    Instruction instruction;
};

std::uint32_t limited(std::uint64_t bytes) {
    constexpr std::uint64_t most = std::uint64_t{1} << 31;
    return static_cast<std::uint32_t>(std::min(bytes, most));
}

/// The distance of elements: all addresses of an instruction differ by multiples of it.
std::uint64_t stride_of(const std::vector<Use>& uses) {
    std::uint64_t stride = 0;
    std::uint64_t least = ~std::uint64_t{0};
    std::uint64_t end = 0;
    for (const Use& use : uses) {
        stride = std::gcd(stride, use.site.divisor);
        least = std::min(least, use.site.least);
        end = std::max(end, use.site.most + std::max<std::uint64_t>(use.instruction.bytes_per_lane, 1));
    }
    return stride != 0 ? stride : end - least;
}

struct Components {
    std::uint64_t head = 0;  ///< least address of the first component
    std::uint64_t bytes = 0; ///< from the first byte of an element that is accessed to the last
    std::uint64_t elements_read = 0;
};

/// The components of elements: accesses with the same remainder by the stride.
Components components_of(const std::vector<Use>& uses, std::uint64_t stride, std::uint64_t begin) {
    std::map<std::uint64_t, std::uint64_t> accesses; // by remainder
    std::uint64_t bytes = 0;
    for (const Use& use : uses) {
        const std::uint64_t remainder = (use.site.least - begin) % stride;
        accesses[remainder] += use.site.accesses;
        bytes = std::max(bytes, remainder + std::max<std::uint64_t>(use.instruction.bytes_per_lane, 1));
    }
    Components result;
    const std::uint64_t head = accesses.begin()->first;
    result.bytes = std::min(bytes - head, stride);
    for (const auto& [remainder, count] : accesses)
        result.elements_read = std::max(result.elements_read, count);
    result.head = ~std::uint64_t{0};
    for (const Use& use : uses)
        if ((use.site.least - begin) % stride == head) result.head = std::min(result.head, use.site.least);
    return result;
}

/// Where an allocation that is not listed begins: it is aligned, its elements are a multiple of the stride
/// before the first one that was accessed, and nothing else is between.
std::uint64_t aligned_begin(std::uint64_t head, std::uint64_t stride, std::uint64_t previous_end) {
    std::uint64_t begin = head / allocation_alignment * allocation_alignment;
    constexpr std::uint64_t most_steps = 4096;
    for (std::uint64_t i = 0; i < std::min(stride, most_steps) && begin >= previous_end; ++i) {
        if ((head - begin) % stride == 0) return begin;
        if (begin < allocation_alignment) break;
        begin -= allocation_alignment;
    }
    return head;
}

class UseFinder {
public:
    UseFinder(const std::vector<BufferExtent>& buffers, const AccessSurvey& survey,
              const std::vector<Instruction>& instructions)
        : buffers_(buffers), survey_(survey), instructions_(instructions), sites_(buffers.size()) {
        for (const auto& [key, site] : survey.sites)
            sites_[key.buffer].push_back({key, site, instructions[key.instruction]});
    }

    std::pair<std::vector<BufferUse>, BufferLinks> find() {
        join_planes();
        std::vector<BufferUse> uses;
        place_of_.assign(buffers_.size(), ~std::size_t{0});
        for (std::uint32_t b = 0; b < buffers_.size(); ++b) {
            if (joined_.contains(b)) continue;
            place_of_[b] = uses.size();
            uses.push_back(use_of(b, uses.empty() ? 0 : uses.back().extent.end));
        }
        for (const auto& [plane, first] : joined_)
            place_of_[plane] = place_of_[first];
        BufferLinks links(uses.size());
        for (const auto& [sites, pair] : survey_.pairs) {
            const std::size_t from = place_of_[sites.first.buffer];
            const std::size_t to = place_of_[sites.second.buffer];
            if (from != to)
                links.add(from, to, pair.times);
            else if (!pair.constant)
                uses[to].moves += pair.times;
        }
        return {std::move(uses), std::move(links)};
    }

private:
    /// The planes of one structure become one buffer, that of the first plane.
    void join_planes() {
        for (const Planes& planes : find_planes(survey_)) {
            const std::uint32_t first = *planes.buffers.begin();
            const bool listed = buffers_[first].allocation.has_value();
            if (listed && planes.buffers.size() != 1) continue;
            if (planes_.contains(first)) continue;
            planes_.emplace(first, planes);
            for (const std::uint32_t plane : planes.buffers) {
                if (plane == first) continue;
                joined_.emplace(plane, first);
                sites_[first].insert(sites_[first].end(), sites_[plane].begin(), sites_[plane].end());
            }
        }
    }

    BufferUse use_of(std::uint32_t buffer, std::uint64_t previous_end) const {
        BufferUse use;
        use.extent = buffers_[buffer];
        const std::vector<Use>& sites = sites_[buffer];
        if (sites.empty()) return use;
        for (const Use& site : sites) {
            const Operation operation = site.instruction.operation;
            (operation == Operation::load    ? use.loads
             : operation == Operation::store ? use.stores
                                             : use.atomics) += site.site.accesses;
        }
        if (const auto planes = planes_.find(buffer); planes != planes_.end())
            set_planes(planes->second, sites, previous_end, use);
        else
            set_elements(sites, previous_end, use);
        return use;
    }

    static void set_planes(const Planes& planes, const std::vector<Use>& sites, std::uint64_t previous_end,
                           BufferUse& use) {
        constexpr std::uint64_t component = 4;
        use.stride = component;
        use.planes = planes.count;
        use.plane_bytes = planes.distance;
        use.element_bytes = limited(component * planes.count);
        use.first =
            use.extent.allocation ? use.extent.begin : aligned_begin(planes.first, component, previous_end);
        if (!use.extent.allocation)
            use.extent = {Space::global, use.first, use.first + planes.count * planes.distance, {}};
        for (const Use& site : sites)
            if (site.site.least < use.first + planes.distance) use.elements_read += site.site.accesses;
    }

    static void set_elements(const std::vector<Use>& sites, std::uint64_t previous_end, BufferUse& use) {
        std::uint64_t stride = stride_of(sites);
        Components components = components_of(sites, stride, use.extent.begin);
        if (use.extent.allocation) {
            // Few accesses may have a larger divisor by chance; elements also are multiples of the stride
            // from the beginning.
            const std::uint64_t finer = std::gcd(stride, components.head - use.extent.begin);
            if (finer >= components.bytes && finer != stride) {
                stride = finer;
                components = components_of(sites, stride, use.extent.begin);
            }
            use.first = use.extent.begin;
        } else {
            use.first = aligned_begin(components.head, stride, previous_end);
            use.extent.begin = use.first;
            use.extent.end = std::max(use.extent.end, use.first + stride);
        }
        use.stride = limited(stride);
        use.element_bytes = limited(components.bytes);
        use.elements_read = components.elements_read;
    }

    const std::vector<BufferExtent>& buffers_;
    const AccessSurvey& survey_;
    const std::vector<Instruction>& instructions_;
    std::vector<std::vector<Use>> sites_;           ///< [buffers]
    std::map<std::uint32_t, Planes> planes_;        ///< by the first buffer
    std::map<std::uint32_t, std::uint32_t> joined_; ///< buffer of a later plane -> that of the first one
    std::vector<std::size_t> place_of_;             ///< [buffers] index in the result
};

} // namespace

std::pair<std::vector<BufferUse>, BufferLinks> buffer_uses(const std::vector<BufferExtent>& buffers,
                                                           const AccessSurvey& survey,
                                                           const std::vector<Instruction>& instructions) {
    return UseFinder(buffers, survey, instructions).find();
}

} // namespace hitmap
