#pragma once

#include "core/trace/model/recording.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {

/// The numbers first, first + 1, ..., last - 1.
struct PartRange {
    static constexpr std::uint64_t to_end = ~std::uint64_t{0};
    std::uint64_t first = 0;
    std::uint64_t last = to_end;

    [[nodiscard]] bool is_whole() const { return first == 0 && last == to_end; }
    friend bool operator==(const PartRange&, const PartRange&) = default;
};

/// A part of a recording: the requests that are in all of these ranges. A request is in a range of positions
/// if its own position, the number of element accesses before it, is; all its accesses are then in the part.
struct RecordingPart {
    PartRange launches{};  ///< the requests from the first of `first` to the first of `last`
    PartRange requests{};  ///< numbered over the whole recording, as RequestIndex
    PartRange positions{}; ///< as Position

    [[nodiscard]] bool is_whole() const {
        return launches.is_whole() && requests.is_whole() && positions.is_whole();
    }
    friend bool operator==(const RecordingPart&, const RecordingPart&) = default;
};

/// The ranges of a part by their names.
inline constexpr std::array<std::pair<std::string_view, PartRange RecordingPart::*>, 3> part_ranges{
    {{"launches", &RecordingPart::launches},
     {"requests", &RecordingPart::requests},
     {"positions", &RecordingPart::positions}}};

/// The option of recordings that are parts of others: which part, and of which recording.
inline constexpr std::string_view part_option = "part";

/// Returns the value of that option; empty if the recording is no part.
[[nodiscard]] std::string_view part_text(const RecordingInfo& info);

/// Parses "A:B", "A:" (to the end) or ":B" (from the beginning); A is in the range, B is not. Throws
/// UsageError that names `option`.
[[nodiscard]] PartRange parse_part_range(std::string_view text, std::string_view option);

/// "1000:2000"; "1000:" if it is to the end.
[[nodiscard]] std::string to_string(const PartRange& range);

} // namespace hitmap
