#pragma once

#include "core/trace/formats/cpu/cpu_format.h"

namespace hitmap {

/// The text of valgrind --tool=lackey --trace-mem=yes: a line for each instruction, followed by one for each
/// of its loads, stores and modifications of memory. Further files have notes about the program.
class LackeyFormat final : public CpuFormat {
public:
    [[nodiscard]] std::string_view name() const override { return "lackey"; }
    [[nodiscard]] std::string_view title() const override { return "Valgrind lackey"; }
    [[nodiscard]] bool recognises(std::string_view start) const override;
    [[nodiscard]] bool takes_several_files() const override { return true; }
    [[nodiscard]] UsedChoices used_choices() const override { return {.sms = true}; }
    FinalTables read(const ImportFiles& files, RecordingSink& sink,
                     const ImportContext& context) const override;
};

} // namespace hitmap
