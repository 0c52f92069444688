#pragma once

#include "core/trace/import/recording_format.h"

namespace hitmap {

/// Traces of MemTracer (von Buelow 2024, section 3.3), versions 4 and 5: one row for each memory instruction
/// of a warp, with its block, warp and addresses, and tables of launches, regions of memory and opcodes.
class MemtracerFormat final : public RecordingFormat {
public:
    [[nodiscard]] std::string_view name() const override { return "memtracer"; }
    [[nodiscard]] std::string_view title() const override { return "MemTracer trace"; }
    [[nodiscard]] bool recognises(std::string_view start) const override;
    [[nodiscard]] UsedChoices used_choices() const override {
        return {.sms = true, .scene_bytes = true, .ignore_hash = true};
    }
    FinalTables read(const ImportFiles& files, RecordingSink& sink,
                     const ImportContext& context) const override;
};

} // namespace hitmap
