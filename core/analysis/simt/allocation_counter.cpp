#include "core/analysis/simt/lane_counter.h"
#include "core/analysis/simt/lane_split.h"
#include "core/cache/coalescing/allocation_map.h"
#include "core/trace/model/allocation_label.h"

#include <string>

namespace hitmap {

namespace {

/// Counts a request for each allocation that contains the first byte of one of its lanes, with these lanes.
class AllocationCounter final : public LaneCounter {
public:
    explicit AllocationCounter(const RecordingInfo& info)
        : info_(info), allocations_(info), last_(info.instructions.size()) {}

    void count(const RequestView& block) override {
        std::array<std::uint32_t, warp_size> owners{};
        for (std::size_t i = 0; i < block.entries.size(); ++i) {
            const auto& entry = block.entries[i];
            const std::uint64_t* address = block.addresses.data() + entry.first_address;
            for (std::uint32_t lanes = entry.mask; lanes != 0; lanes &= lanes - 1)
                owners[static_cast<std::size_t>(std::countr_zero(lanes))] =
                    owner(entry.instruction, *address++, block.first_request.value + i);
            for_each_number(entry.mask, owners, [&](std::uint32_t owner, std::uint32_t lanes) {
                LaneHistogram& histogram =
                    owner == AllocationMap::none ? elsewhere_ : by_allocation_.at(owner);
                histogram.add(static_cast<unsigned>(std::popcount(lanes)));
            });
        }
    }

    SimtTable finish() override {
        SimtTable table{SimtBy::allocation, {}, {}};
        const std::vector<std::string> labels = allocation_labels(info_);
        by_allocation_.for_each([&](std::uint32_t allocation, const LaneHistogram& histogram) {
            table.rows.push_back(simt_row(allocation, labels[allocation], histogram));
        });
        if (info_.allocations.empty())
            table.why_empty = "the recording lists no allocations";
        else if (elsewhere_ != LaneHistogram())
            table.rows.push_back(simt_row(no_simt_number, "no allocation", elsewhere_));
        if (table.rows.empty() && table.why_empty.empty()) table.why_empty = "the recording has no requests";
        return table;
    }

private:
    /// Addresses and requests of one owner. Successive accesses of an instruction are mostly in one
    /// allocation.
    struct Owned {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        AllocationMap::Ownership ownership{AllocationMap::none, 0, 0};
    };

    std::uint32_t owner(std::uint32_t instruction, std::uint64_t address, std::uint64_t request) {
        Owned& last = last_[instruction];
        if (address >= last.begin && address < last.end && request >= last.ownership.first &&
            request < last.ownership.last)
            return last.ownership.allocation;
        const AllocationMap::Segment* const segment =
            allocations_.segment(info_.instructions[instruction].space, address);
        if (segment == nullptr) return AllocationMap::none;
        last = {segment->begin, segment->end, allocations_.ownership(*segment, request)};
        return last.ownership.allocation;
    }

    const RecordingInfo& info_;
    AllocationMap allocations_;
    std::vector<Owned> last_; ///< [instructions]
    HistogramsByNumber by_allocation_;
    LaneHistogram elsewhere_; ///< lanes whose addresses are in no allocation
};

} // namespace

std::unique_ptr<LaneCounter> count_by_allocation(const RecordingInfo& info) {
    return std::make_unique<AllocationCounter>(info);
}

} // namespace hitmap
