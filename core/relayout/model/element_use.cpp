#include "core/relayout/model/element_use.h"

#include "core/base/error.h"
#include "core/relayout/model/element_range.h"
#include "core/relayout/model/source_uses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint64_t most_elements = std::uint64_t{1} << 28;

ElementUse no_use(const Allocation& allocation) {
    const std::uint64_t elements = allocation.element_count();
    if (elements > most_elements)
        throw Error(fmt::format("allocation '{}': expected at most {} elements, found {}", allocation.name,
                                most_elements, elements));
    return {std::vector<std::uint64_t>(elements, 0), std::vector<std::uint64_t>(elements, ElementUse::never)};
}

FieldUse no_fields(const Allocation& allocation) {
    const std::uint32_t bytes = bytes_of_element(allocation);
    if (bytes == 0 || bytes > most_element_bytes)
        throw Error(fmt::format("allocation '{}': expected elements of 1 to {} bytes, found {}",
                                allocation.name, most_element_bytes, bytes));
    return FieldUse(bytes);
}

/// Counts the accesses of requests.
class UseCounter {
public:
    UseCounter(const RecordingInfo& info, const CountedAllocations& counted)
        : info_(info),
          ranges_(info.allocations),
          resized_(counted.resized),
          elements_(info.allocations.size()),
          fields_(info.allocations.size()),
          last_touched_(info.instructions.size(), ElementUse::never) {
        use_.instructions.resize(info.instructions.size());
        for (const std::uint32_t allocation : counted.elements)
            elements_[allocation] =
                &use_.elements.emplace(allocation, no_use(info.allocations[allocation])).first->second;
        for (const std::uint32_t allocation : counted.fields)
            fields_[allocation] =
                &use_.fields.emplace(allocation, no_fields(info.allocations[allocation])).first->second;
    }
    void add(const RequestBlock& block) {
        for (const RequestBlock::Entry& entry : block.entries) {
            if (info_.instructions[entry.instruction].space != Space::global) continue;
            for (const std::uint64_t address : block.addresses_of(entry))
                add(entry.instruction, address);
        }
    }
    [[nodiscard]] RecordingUse take() { return std::move(use_); }

private:
    void add(std::uint32_t instruction, std::uint64_t address) {
        const auto allocation = ranges_.at(address);
        touch(instruction, allocation);
        if (!allocation) return;
        ElementUse* const elements = elements_[*allocation];
        FieldUse* const fields = fields_[*allocation];
        const std::uint64_t number = elements != nullptr ? accesses_++ : 0;
        if (elements == nullptr && fields == nullptr) return;
        const Allocation& of = info_.allocations[*allocation];
        if (address - of.address >= element_extent(of)) return;
        const ElementByte byte = element_byte(of, address - of.address);
        if (elements != nullptr) {
            ++elements->accesses[byte.element];
            std::uint64_t& first = elements->first[byte.element];
            first = std::min(first, number);
        }
        const std::uint32_t bytes = info_.instructions[instruction].bytes_per_lane;
        if (fields != nullptr && byte.offset < fields->element_bytes() && bytes != 0)
            fields->add(byte.offset, bytes);
    }
    /// Most instructions access the same allocation again and again.
    void touch(std::uint32_t instruction, std::optional<std::uint32_t> allocation) {
        const std::uint32_t place = allocation.value_or(AllocationRanges::none);
        if (last_touched_[instruction] == place) return;
        last_touched_[instruction] = place;
        std::set<std::uint32_t>& touched = use_.instructions[instruction];
        if (touched.size() <= 2 || (allocation && resized_.contains(place))) touched.insert(place);
    }

    const RecordingInfo& info_;
    AllocationRanges ranges_;
    const std::set<std::uint32_t>& resized_;
    RecordingUse use_;
    std::vector<ElementUse*> elements_;       ///< [allocations] in use_; null: not counted
    std::vector<FieldUse*> fields_;           ///< [allocations] the same
    std::vector<std::uint64_t> last_touched_; ///< [instructions] the allocation, or none, of the last lane
    std::uint64_t accesses_ = 0;
};

} // namespace

std::uint32_t bytes_of_element(const Allocation& allocation) {
    return allocation.element_bytes != 0 ? allocation.element_bytes : allocation.stride;
}

RecordingUse count_uses(const HmtFile& file, const CountedAllocations& counted, ThreadPool& pool,
                        const JobContext& job) {
    return count_uses(*request_source(file, pool), counted, job);
}

RecordingUse count_uses(RequestSource& source, const CountedAllocations& counted, const JobContext& job) {
    UseCounter counter(source.info(), counted);
    source.rewind();
    job.begin("counting accesses", source.info().requests, "requests");
    RequestBlock block;
    while (source.next(block, job.stop)) {
        counter.add(block);
        job.add(block.entries.size());
    }
    return counter.take();
}

std::string_view name_of(UseOrder order) {
    return order == UseOrder::access_count ? "access-count" : "first-access";
}

std::optional<UseOrder> use_order_named(std::string_view name) {
    for (const UseOrder order : {UseOrder::access_count, UseOrder::first_access})
        if (name_of(order) == name) return order;
    return std::nullopt;
}

std::vector<std::uint32_t> sorted_by_use(const ElementUse& use, UseOrder order) {
    std::vector<std::uint32_t> sorted(use.accesses.size());
    std::iota(sorted.begin(), sorted.end(), 0U);
    if (order == UseOrder::access_count)
        std::ranges::stable_sort(sorted, std::ranges::greater{},
                                 [&](std::uint32_t i) { return use.accesses[i]; });
    else
        std::ranges::stable_sort(sorted, {}, [&](std::uint32_t i) { return use.first[i]; });
    return sorted;
}

Places places_of(const std::vector<std::uint32_t>& order) {
    Places places(order.size());
    for (std::uint32_t place = 0; place < order.size(); ++place)
        places[order[place]] = place;
    return places;
}

} // namespace hitmap
