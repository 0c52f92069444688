#pragma once

#include "core/profile/elements/lane_access.h"
#include "core/report/column/report_column.h"
#include "core/trace/elements/element_source.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The names that tables of accesses show. Immutable.
struct AccessNames {
    /// `info` must outlive the object; `scene` may be null.
    AccessNames(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene);

    const RecordingInfo& info;
    ElementSources sources;
    std::vector<std::string> allocations; ///< [info.allocations] labels
    std::vector<std::string> lines;       ///< [info.instructions] as SourceLine::name; empty if not known
};

/// A row of a table of accesses. The values that it refers to must outlive it.
struct AccessRow {
    const AccessNames& names;
    const LaneAccess& access;
    const LaneAccessResult* result = nullptr; ///< null: not simulated yet
};

/// "primary", "shadow", "ao" or "path"; otherwise the number.
[[nodiscard]] std::string ray_kind_name(std::uint8_t kind);
/// Return "L1", "L2", "DRAM" or ""; "cold", "capacity", "conflict" or "".
[[nodiscard]] std::string_view name_of(ServedBy level);
[[nodiscard]] std::string_view name_of(MissReason reason);

/// Returns the columns of tables of accesses: in CSV those of `export --accesses`, in their order, and more.
[[nodiscard]] const ReportColumns<AccessRow>& access_columns();

} // namespace hitmap
