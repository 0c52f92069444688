#pragma once

#include "core/trace/import/recording_format.h"

namespace hitmap {

/// The text that the tool mem_trace of NVBit prints, up to version 1.4 and since 1.5.
class NvbitTextFormat final : public RecordingFormat {
public:
    [[nodiscard]] std::string_view name() const override { return "nvbit"; }
    [[nodiscard]] std::string_view title() const override { return "NVBit mem_trace"; }
    [[nodiscard]] bool recognises(std::string_view start) const override;
    [[nodiscard]] UsedChoices used_choices() const override { return {.sms = true}; }
    FinalTables read(const ImportFiles& files, RecordingSink& sink,
                     const ImportContext& context) const override;
};

} // namespace hitmap
