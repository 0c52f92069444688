#pragma once

#include "core/trace/model/element_access.h"
#include "core/trace/model/execution.h"
#include "core/trace/model/ray_event.h"
#include "core/trace/model/recorded_sums.h"
#include "core/trace/model/recording.h"
#include "core/trace/model/request.h"

#include <cstdint>
#include <span>

/// What a writer of recordings refuses: whatever a reader would refuse.
namespace hitmap::hmt {

/// The functions throw Error. @param info  the tables so far  @param number  of the request or event, from 0
void check_request(const Request& request, const RecordingInfo& info, std::uint64_t number);
void check_event(const BlockExecution& event, const RecordingInfo& info, std::uint64_t number);
/// A ray event and what its lanes have.
void check_event(const RayEvent& event, const RayLanes& lanes, const RecordingInfo& info);
void check_tag(const LaneTagRun& run, const RecordingInfo& info);
/// The sums of a frame: their elements and hits, and that an element of a kind has one.
void check_frame(std::span<const RecordedSum> sums, const ElementAccessFinder& elements);
/// Contents of allocations are as long as the allocations.
void check_contents(const RecordingInfo& info);
/// An instruction that is added to those of `info`.
void check_added(const Instruction& instruction, const RecordingInfo& info);

} // namespace hitmap::hmt
