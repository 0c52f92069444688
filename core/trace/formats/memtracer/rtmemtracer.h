#pragma once

#include "core/trace/import/recording_format.h"

namespace hitmap {

/// Traces of rtmemtracer (docs/import.md), plain and GBLA: the scene, and the hits and look-ups of its
/// elements in each frame. There are no requests. Traces of the same scene in a file are launches of one
/// recording; traces of other scenes are left out, with a warning.
class RtmemtracerFormat final : public RecordingFormat {
public:
    [[nodiscard]] std::string_view name() const override { return "rtmemtracer"; }
    [[nodiscard]] std::string_view title() const override { return "rtmemtracer trace"; }
    [[nodiscard]] bool recognises(std::string_view start) const override;
    [[nodiscard]] UsedChoices used_choices() const override { return {.scene_bytes = true, .trace = true}; }
    FinalTables read(const ImportFiles& files, RecordingSink& sink,
                     const ImportContext& context) const override;
};

} // namespace hitmap
