#pragma once

#include "core/trace/formats/cpu/cpu_format.h"

namespace hitmap {

/// The text of DynamoRIO's tool "view" (drrun -t drcachesim -simulator_type view), which lists the records of
/// drmemtrace of all threads. The begin of its lines differs from version to version.
class DrmemtraceViewFormat final : public CpuFormat {
public:
    [[nodiscard]] std::string_view name() const override { return "drmemtrace-view"; }
    [[nodiscard]] std::string_view title() const override {
        return "DynamoRIO drmemtrace, text of its view tool";
    }
    [[nodiscard]] bool recognises(std::string_view start) const override;
    [[nodiscard]] bool takes_several_files() const override { return true; }
    [[nodiscard]] UsedChoices used_choices() const override { return {.sms = true}; }
    FinalTables read(const ImportFiles& files, RecordingSink& sink,
                     const ImportContext& context) const override;
};

} // namespace hitmap
