#pragma once

#include "core/relayout/model/address_mover.h"
#include "core/relayout/model/relayout_draft.h"
#include "core/trace/stream/request_source.h"

#include <cstddef>

namespace hitmap {

/// Passes a recording on with the tables of a draft and with moved addresses.
class MovingSink : public RecordingSink {
public:
    /// `before` are the tables as they were. All must outlive the sink. Throws what AddressMover throws.
    MovingSink(const RecordingInfo& before, const RelayoutDraft& draft, RecordingSink& out);

    void begin(const RecordingInfo& info, const RecordedScene* scene) override;
    void begin_launch(const Launch& launch) override { out_.begin_launch(launch); }
    void add(const Request& request) override;
    void tag(const LaneTagRun& run) override { out_.tag(run); }
    void execute(const BlockExecution& event) override { out_.execute(event); }
    void trace_rays(const RayEvent& event, const RayLanes& lanes) override { out_.trace_rays(event, lanes); }
    void finish() override { out_.finish(); }

    [[nodiscard]] const MoveCounts& counts() const { return map_.counts(); }

private:
    [[nodiscard]] bool keeps_contents(std::size_t allocation) const;

    const RecordingInfo& before_;
    const RelayoutDraft& draft_;
    RecordingSink& out_;
    AddressMover map_;
};

} // namespace hitmap
