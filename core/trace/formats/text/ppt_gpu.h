#pragma once

#include "core/trace/import/recording_format.h"

namespace hitmap {

/// The memory traces of PPT-GPU: a file kernel_K_block_B.mem for each block, with a separator and a line of
/// an opcode and addresses for each access. Inactive lanes and the numbers of warps are not written.
class PptGpuFormat final : public RecordingFormat {
public:
    [[nodiscard]] std::string_view name() const override { return "ppt-gpu"; }
    [[nodiscard]] std::string_view title() const override { return "PPT-GPU memory trace"; }
    [[nodiscard]] bool recognises(std::string_view start) const override;
    [[nodiscard]] bool takes_several_files() const override { return true; }
    [[nodiscard]] UsedChoices used_choices() const override { return {.sms = true}; }
    FinalTables read(const ImportFiles& files, RecordingSink& sink,
                     const ImportContext& context) const override;
};

} // namespace hitmap
