#include "core/analysis/trials/request_frames.h"

#include <bit>

namespace hitmap {

namespace {

void join_pairs(std::vector<TrafficSums>& frames) {
    for (std::size_t i = 0; i + 1 < frames.size(); i += 2) {
        frames[i] += frames[i + 1];
        frames[i / 2] = frames[i];
    }
    frames.resize(frames.size() / 2);
}

TrafficSums waited_for(const RequestTraffic& traffic, Operation operation) {
    TrafficSums sums;
    sums.fetched = traffic.fetched;
    if (operation == Operation::store) return sums;
    sums.l1_load_lookups = traffic.levels.l1_lookups;
    sums.l1_load_hits = traffic.levels.l1_hits;
    if (traffic.levels.l1_lookups == 0) sums.bypassing = traffic.levels.l2_lookups;
    return sums;
}

} // namespace

RequestFrames::RequestFrames(const RecordingInfo& info, bool checks_accesses)
    : checks_accesses_(checks_accesses) {
    for (const Instruction& instruction : info.instructions)
        operations_.push_back(instruction.operation);
}

void RequestFrames::add(const RequestView& block, std::span<const RequestTraffic> traffic,
                        std::span<const ElementAccess> /*accesses*/, std::uint64_t /*first_position*/) {
    for (std::size_t i = 0; i < traffic.size(); ++i) {
        if (requests_ == width_ * most_frames) {
            join_pairs(frames_);
            width_ *= 2;
        }
        if (requests_ % width_ == 0) frames_.emplace_back();
        ++requests_;
        frames_.back() += waited_for(traffic[i], operations_[block.entries[i].instruction]);
        lane_accesses_ += static_cast<std::uint64_t>(std::popcount(block.entries[i].mask));
    }
}

} // namespace hitmap
