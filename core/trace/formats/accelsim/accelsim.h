#pragma once

#include "core/trace/import/recording_format.h"

namespace hitmap::accelsim {

/// Traces of machine instructions (SASS) of the Accel-Sim tracer: a list of kernels (kernelslist.g) with its
/// folder, or single kernel files, which become launches in the order given.
class AccelSimFormat final : public RecordingFormat {
public:
    [[nodiscard]] std::string_view name() const override { return "accelsim"; }
    [[nodiscard]] std::string_view title() const override { return "Accel-Sim SASS trace"; }
    [[nodiscard]] bool recognises(std::string_view start) const override;
    [[nodiscard]] bool takes_several_files() const override { return true; }
    [[nodiscard]] std::vector<std::filesystem::path> named_files(const ByteSource& file,
                                                                 const std::filesystem::path& folder,
                                                                 const JobContext& job) const override;
    [[nodiscard]] UsedChoices used_choices() const override { return {.sms = true, .blocks_per_sm = true}; }
    FinalTables read(const ImportFiles& files, RecordingSink& sink,
                     const ImportContext& context) const override;
};

} // namespace hitmap::accelsim
