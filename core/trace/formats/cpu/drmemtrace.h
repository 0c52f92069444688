#pragma once

#include "core/trace/formats/cpu/cpu_format.h"

namespace hitmap {

/// The final offline traces of DynamoRIO's drmemtrace: a file for each thread, with entries of 12 bytes.
/// Threads are interleaved by the timestamps in them.
class DrmemtraceFormat final : public CpuFormat {
public:
    [[nodiscard]] std::string_view name() const override { return "drmemtrace"; }
    [[nodiscard]] std::string_view title() const override { return "DynamoRIO drmemtrace"; }
    [[nodiscard]] bool recognises(std::string_view start) const override;
    [[nodiscard]] bool takes_several_files() const override { return true; }
    [[nodiscard]] UsedChoices used_choices() const override { return {.sms = true}; }
    FinalTables read(const ImportFiles& files, RecordingSink& sink,
                     const ImportContext& context) const override;
};

} // namespace hitmap
