#pragma once

#include "core/jobs/progress.h"
#include "core/simt/instruction_table.h"
#include "core/simt/request.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// The instructions of a kernel as a recording lists them; same numbers.
[[nodiscard]] std::vector<Instruction> recorded_instructions(const simt::InstructionTable& table);

/// Puts what the device does into a recording, and counts it.
class RequestRecorder : public simt::DeviceObserver {
public:
    /// Requests of instruction `pixel_store` are the progress of the job. The sink must outlive the recorder.
    RequestRecorder(RecordingSink& sink, std::uint32_t launch, std::optional<std::uint32_t> pixel_store,
                    JobContext job);
    void request(const simt::WarpRequest& request) override;
    void tag(const simt::WarpPlace& warp, unsigned lane, const simt::WorkTag& tag) override;

    [[nodiscard]] std::uint64_t requests() const { return requests_; }
    [[nodiscard]] std::uint64_t lane_accesses() const { return lane_accesses_; }

private:
    RecordingSink& sink_;
    std::optional<std::uint32_t> pixel_store_;
    JobContext job_;
    Request request_; // reused: only what changes is written
    std::uint64_t requests_ = 0;
    std::uint64_t lane_accesses_ = 0;
};

} // namespace hitmap
