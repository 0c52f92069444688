#pragma once

#include "core/jobs/progress.h"
#include "core/simt/block_table.h"
#include "core/simt/instruction_table.h"
#include "core/simt/request.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// Converts the instructions of a kernel to those of a recording, with the same numbers.
[[nodiscard]] std::vector<Instruction> recorded_instructions(const simt::InstructionTable& table);

/// Converts the basic blocks of a kernel to those of a recording, with the same numbers.
[[nodiscard]] std::vector<BasicBlock> recorded_blocks(const simt::BlockTable& table);

/// Passes everything that the device does to a recording, and counts it.
class RequestRecorder : public simt::DeviceObserver {
public:
    /// Requests of instruction `pixel_store` count as the progress of the job. The sink must outlive the
    /// recorder.
    RequestRecorder(RecordingSink& sink, std::uint32_t launch, std::optional<std::uint32_t> pixel_store,
                    JobContext job);
    void request(const simt::WarpRequest& request) override;
    void tag(const simt::WarpPlace& warp, unsigned lane, const simt::WorkTag& tag) override;
    void block(const simt::WarpPlace& warp, std::uint32_t block, simt::Mask active) override;

    [[nodiscard]] std::uint64_t requests() const { return requests_; }
    [[nodiscard]] std::uint64_t lane_accesses() const { return lane_accesses_; }

private:
    RecordingSink& sink_;
    std::optional<std::uint32_t> pixel_store_;
    JobContext job_;
    Request request_; // reused, so that only the fields that change are written
    std::uint64_t requests_ = 0;
    std::uint64_t lane_accesses_ = 0;
};

} // namespace hitmap
