#pragma once

#include "core/trace/import/recording_format.h"

namespace hitmap {

/// The table that `hitmap export --accesses` writes: a row for each access of an element. It has no
/// addresses; they are made from the numbers of the elements (ElementSurvey). Hits are results of a
/// model, which the recording does not keep.
class ElementCsvFormat final : public RecordingFormat {
public:
    [[nodiscard]] std::string_view name() const override { return "element-csv"; }
    [[nodiscard]] std::string_view title() const override { return "CSV of hitmap export --accesses"; }
    [[nodiscard]] bool recognises(std::string_view start) const override;
    [[nodiscard]] UsedChoices used_choices() const override { return {.scene_bytes = true}; }
    FinalTables read(const ImportFiles& files, RecordingSink& sink,
                     const ImportContext& context) const override;
};

} // namespace hitmap
