#pragma once

#include "core/trace/formats/cpu/cpu_format.h"

namespace hitmap {

/// The binary output of the sample memtrace_x86 of DynamoRIO, a file for each thread. It has no header:
/// records of 32 bytes with whether an access writes, its address and bytes, and its instruction.
class MemtraceBinaryFormat final : public CpuFormat {
public:
    [[nodiscard]] std::string_view name() const override { return "memtrace-binary"; }
    [[nodiscard]] std::string_view title() const override { return "DynamoRIO memtrace, binary"; }
    [[nodiscard]] bool recognises(std::string_view start) const override;
    [[nodiscard]] bool takes_several_files() const override { return true; }
    [[nodiscard]] UsedChoices used_choices() const override { return {.sms = true}; }
    FinalTables read(const ImportFiles& files, RecordingSink& sink,
                     const ImportContext& context) const override;
};

} // namespace hitmap
