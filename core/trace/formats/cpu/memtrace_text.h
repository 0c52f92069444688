#pragma once

#include "core/trace/formats/cpu/cpu_format.h"

namespace hitmap {

/// The text of the samples memtrace_simple and memtrace_x86 of DynamoRIO, which write a file for each thread.
/// memtrace_simple writes a line for an instruction, then one for each of its accesses; a line of
/// memtrace_x86 is an access with its instruction.
class MemtraceTextFormat final : public CpuFormat {
public:
    [[nodiscard]] std::string_view name() const override { return "memtrace"; }
    [[nodiscard]] std::string_view title() const override { return "DynamoRIO memtrace text"; }
    [[nodiscard]] bool recognises(std::string_view start) const override;
    [[nodiscard]] bool takes_several_files() const override { return true; }
    [[nodiscard]] UsedChoices used_choices() const override { return {.sms = true}; }
    FinalTables read(const ImportFiles& files, RecordingSink& sink,
                     const ImportContext& context) const override;
};

} // namespace hitmap
