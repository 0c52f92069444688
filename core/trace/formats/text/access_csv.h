#pragma once

#include "core/trace/import/recording_format.h"

namespace hitmap {

/// A table of accesses that a script can write (docs/import.md): a header
///   sm,warp,lane,address,bytes,operation[,line]
/// and one row for each access of a lane, in the order of execution. Consecutive rows belong to one request
/// as long as SM, warp, bytes, operation and line stay the same and the lanes rise.
class AccessCsvFormat final : public RecordingFormat {
public:
    [[nodiscard]] std::string_view name() const override { return "csv"; }
    [[nodiscard]] std::string_view title() const override { return "CSV of accesses"; }
    [[nodiscard]] bool recognises(std::string_view start) const override;
    FinalTables read(const ImportFiles& files, RecordingSink& sink,
                     const ImportContext& context) const override;
};

} // namespace hitmap
