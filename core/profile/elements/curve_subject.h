#pragma once

#include "core/profile/query/quantity.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hitmap {

struct CurveElement {
    ElementKindId kind = 0;
    std::uint64_t element = 0;
    friend auto operator<=>(const CurveElement&, const CurveElement&) = default;
};

struct CurveAllocation {
    std::string label; ///< of allocation_labels()
    friend auto operator<=>(const CurveAllocation&, const CurveAllocation&) = default;
};

struct CurveLine {
    std::string name; ///< SourceLine::name
    friend auto operator<=>(const CurveLine&, const CurveLine&) = default;
};

struct CurveInstruction {
    std::uint32_t instruction = 0; ///< index into the table of instructions
    friend auto operator<=>(const CurveInstruction&, const CurveInstruction&) = default;
};

struct CurveSm {
    std::uint32_t sm = 0;
    friend auto operator<=>(const CurveSm&, const CurveSm&) = default;
};

/// What a curve over time is of.
using CurveSubject = std::variant<CurveElement, CurveAllocation, CurveLine, CurveInstruction, CurveSm>;

/// Returns which metrics a curve of the subject can show: those of elements, or those of parts.
[[nodiscard]] Subject metrics_of(const CurveSubject& subject);

/// Returns the text of commands and files: "face:12", "allocation:nodes", "line:traversal.cu:95",
/// "instruction:3", "sm:5".
[[nodiscard]] std::string to_string(const CurveSubject& subject);
/// Parses such a text. Throws UsageError that names `option`.
[[nodiscard]] CurveSubject parse_curve_subject(std::string_view text, std::string_view option);

/// Returns a name for users: "Face 12", "nodes", "traversal.cu:95", "Instruction 3", "SM 5".
[[nodiscard]] std::string title_of(const CurveSubject& subject);

/// Returns the instructions of a source line or an instruction; empty for other subjects, and if the
/// recording does not have them.
[[nodiscard]] std::vector<std::uint32_t> instructions_of(const CurveSubject& subject,
                                                         const RecordingInfo& info);

} // namespace hitmap
