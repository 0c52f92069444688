#pragma once

#include "core/trace/import/recording_format.h"

namespace hitmap {

/// The text of MemoryTracker, a sample of Compute Sanitizer: a line for each access of a thread, by kernel.
/// Threads have their number in the block, but not the block.
class MemoryTrackerFormat final : public RecordingFormat {
public:
    [[nodiscard]] std::string_view name() const override { return "memory-tracker"; }
    [[nodiscard]] std::string_view title() const override { return "Compute Sanitizer MemoryTracker"; }
    [[nodiscard]] bool recognises(std::string_view start) const override;
    FinalTables read(const ImportFiles& files, RecordingSink& sink,
                     const ImportContext& context) const override;
};

} // namespace hitmap
