#include "core/profile/elements/curve_subject.h"

#include "core/base/error.h"
#include "core/cache/results/source_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <limits>
#include <optional>
#include <system_error>

namespace hitmap {

namespace {

constexpr std::string_view allocation_word = "allocation";
constexpr std::string_view line_word = "line";
constexpr std::string_view instruction_word = "instruction";
constexpr std::string_view sm_word = "sm";

/// Calls the function for the type of the subject.
template <class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

std::optional<std::uint64_t> number_in(std::string_view text, std::uint64_t most) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [behind, error] = std::from_chars(text.data(), end, number);
    if (text.empty() || error != std::errc{} || behind != end || number > most) return std::nullopt;
    return number;
}

std::optional<CurveSubject> subject_in(std::string_view word, std::string_view rest) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max() - 1;
    if (rest.empty()) return std::nullopt;
    if (word == allocation_word) return CurveAllocation{std::string(rest)};
    if (word == line_word) return CurveLine{std::string(rest)};
    const auto number = number_in(rest, most);
    if (!number) return std::nullopt;
    if (word == instruction_word) return CurveInstruction{static_cast<std::uint32_t>(*number)};
    if (word == sm_word) return CurveSm{static_cast<std::uint32_t>(*number)};
    if (const auto kind = element_kind_named(word)) return CurveElement{*kind, *number};
    return std::nullopt;
}

} // namespace

Subject metrics_of(const CurveSubject& subject) {
    return std::holds_alternative<CurveElement>(subject) ? Subject::element : Subject::part;
}

std::string to_string(const CurveSubject& subject) {
    return std::visit(
        Overloaded{
            [](const CurveElement& of) {
                return fmt::format("{}:{}", element_kinds()[of.kind].name, of.element);
            },
            [](const CurveAllocation& of) { return fmt::format("{}:{}", allocation_word, of.label); },
            [](const CurveLine& of) { return fmt::format("{}:{}", line_word, of.name); },
            [](const CurveInstruction& of) { return fmt::format("{}:{}", instruction_word, of.instruction); },
            [](const CurveSm& of) { return fmt::format("{}:{}", sm_word, of.sm); }},
        subject);
}

CurveSubject parse_curve_subject(std::string_view text, std::string_view option) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto subject = subject_in(text.substr(0, colon), text.substr(std::min(colon + 1, text.size())));
    if (!subject)
        throw UsageError(fmt::format("{}: expected face:N, box:N, pixel:N, allocation:NAME, line:FILE:LINE, "
                                     "instruction:N or sm:N, found '{}'",
                                     option, text));
    return *subject;
}

std::string title_of(const CurveSubject& subject) {
    return std::visit(
        Overloaded{[](const CurveElement& of) {
                       std::string kind(element_kinds()[of.kind].name);
                       kind.front() = static_cast<char>(kind.front() - 'a' + 'A');
                       return fmt::format("{} {}", kind, of.element);
                   },
                   [](const CurveAllocation& of) { return of.label; },
                   [](const CurveLine& of) { return of.name; },
                   [](const CurveInstruction& of) { return fmt::format("Instruction {}", of.instruction); },
                   [](const CurveSm& of) { return fmt::format("SM {}", of.sm); }},
        subject);
}

std::vector<std::uint32_t> instructions_of(const CurveSubject& subject, const RecordingInfo& info) {
    if (const auto* of = std::get_if<CurveInstruction>(&subject)) {
        if (of->instruction < info.instructions.size()) return {of->instruction};
        return {};
    }
    const auto* const line = std::get_if<CurveLine>(&subject);
    if (line == nullptr) return {};
    for (SourceLine& each : source_lines(info))
        if (each.name == line->name) return std::move(each.instructions);
    return {};
}

} // namespace hitmap
