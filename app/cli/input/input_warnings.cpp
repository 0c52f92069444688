#include "app/cli/input/input_warnings.h"

#include "app/cli/base/terminal.h"
#include "core/base/text/printable.h"
#include "core/trace/elements/kind_names.h"
#include "core/trace/elements/told_kinds.h"
#include "core/trace/hmt/file/incomplete_text.h"
#include "core/trace/model/estimates.h"
#include "core/trace/model/launch_requests.h"

#include <utility>

namespace hitmap {

void warn_if_incomplete(const HmtFile& file) {
    if (file.incomplete())
        tell("hitmap: {}: incomplete: {}\n", printable(file.name()), incomplete_text(file));
}

void warn_if_estimate(const HmtFile& file) {
    for (const std::string& estimate : change_estimates(file.info()))
        tell("hitmap: {}: an estimate, {}\n", printable(file.name()), printable(estimate));
}

void warn_of_geometry(const ModelConfig& config) {
    if (!std::holds_alternative<SdcmConfig>(config)) return;
    for (const auto& [level, geometry] : {std::pair("L1", l1_of(config)), std::pair("L2", l2_of(config))})
        if (const std::string note = broken_sets_note(geometry); !note.empty())
            tell("hitmap: {} cache '{}': {}\n", level, to_string(geometry), note);
}

void warn_if_nothing_counts(const HmtFile& file, const ModelConfig& config) {
    if (!std::holds_alternative<SdcmConfig>(config) || !file.info().axis_is_requests()) return;
    if (file.info().requests == 0) return; // no model has anything to count
    tell("hitmap: {}: no accesses of {}, and the stack distance cache model counts nothing else: --model "
         "hierarchy counts all requests\n",
         printable(file.name()), list_of(told_kinds(file.info()), KindName::plural));
}

void warn_if_launches_interleave(const HmtFile& file, const JobContext& job) {
    if (launches_interleave(file.launch_requests(job)))
        tell("hitmap: {}: warning: {}\n", printable(file.name()), interleaved_launches_text);
}

} // namespace hitmap
