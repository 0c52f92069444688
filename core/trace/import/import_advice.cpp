#include "core/trace/import/import_advice.h"

#include "core/trace/import/access_balance.h"
#include "core/trace/import/copy_pairs.h"

#include <algorithm>
#include <array>

namespace hitmap {

namespace {

constexpr std::string_view on_missing =
    "What is missing was not simulated, so that sums are too low: record again, let the program end, and "
    "import all files of the trace.";
constexpr std::string_view on_left_out =
    "What was left out is in no number: if it is a large part, sums are too low.";
constexpr std::string_view on_replaced =
    "What was taken as something else has the requests of that, and the program may have made others.";
constexpr std::string_view on_order =
    "Launches may have run in another order, which changes what the caches hold.";
constexpr std::string_view on_changed = "The file was changed or damaged after it was written: get it again.";
constexpr std::string_view on_surplus = "Sums are too high: please report it, with the file.";

struct Advice {
    std::string_view phrase; ///< that the name of an anomaly contains
    std::string_view advice;
};

/// The first row that fits applies.
constexpr auto advice_table = std::to_array<Advice>({
    {"that are not of the recording", ""},
    {"which are not read", ""},
    {"thread blocks that are not in their file", on_missing},
    {"files that end within", on_missing},
    {"files without an entry for their end", on_missing},
    {"that the file counts but does not have", on_missing},
    {"kernels whose file cannot be read", on_missing},
    {"empty files", on_missing},
    {lost_accesses, on_missing},
    {incomplete_copies, on_missing},
    {surplus_accesses, on_surplus},
    {"hashes that differ", on_changed},
    {"launches whose number does not follow", on_order},
    {"launches announced by a number", on_order},
    {"launches that no line announces", on_order},
    {"behind those of a later launch", on_order},
    {"left out", on_left_out},
    {"not drawn", on_left_out},
    {"not shown", on_left_out},
    {"taken as", on_replaced},
    {"counted as", on_replaced},
    {"read as", on_replaced},
    {"recorded as two", on_replaced},
});

} // namespace

std::vector<std::string_view> import_advice(std::span<const std::string> warnings) {
    std::vector<std::string_view> sentences;
    for (const std::string& warning : warnings) {
        const auto row = std::ranges::find_if(
            advice_table, [&](const Advice& each) { return warning.find(each.phrase) != std::string::npos; });
        if (row != advice_table.end() && !row->advice.empty() &&
            std::ranges::find(sentences, row->advice) == sentences.end())
            sentences.push_back(row->advice);
    }
    return sentences;
}

} // namespace hitmap
