#include "core/relayout/apply/relayout.h"

#include "core/base/error.h"
#include "core/relayout/apply/layout_change.h"
#include "core/relayout/apply/moving_sink.h"
#include "core/relayout/model/relayout_draft.h"
#include "core/trace/hmt/file/write_recording.h"
#include "core/trace/model/relayout_marks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// Says in the recording what was changed.
void describe(RelayoutDraft& draft, const std::string& file) {
    auto& options = draft.info.options;
    const std::string changes = fmt::format("{}", fmt::join(draft.changes, ", "));
    const auto earlier = draft.option(relayout_option);
    std::erase_if(options, [](const auto& option) { return option.first == relayout_option; });
    options.emplace_back(relayout_option, earlier ? fmt::format("{}; then {}", *earlier, changes)
                                                  : fmt::format("{}, of {}", changes, file));
    std::erase_if(options, [](const auto& option) { return option.first == relayout_estimate_option; });
    for (const std::string& estimate : draft.estimates)
        options.emplace_back(relayout_estimate_option, estimate);
    const auto set_origin = [&](std::string_view field, Origin origin) {
        auto& origins = draft.info.origins;
        const auto found = std::ranges::find(origins, field, &FieldOrigin::field);
        if (found == origins.end())
            origins.push_back({std::string(field), origin});
        else
            found->origin = weaker(found->origin, origin);
    };
    set_origin("allocations", Origin::derived);
    if (!draft.estimates.empty()) set_origin("order", Origin::assumed);
}

/// An estimate stays one in whatever layout.
void keep_estimates(RelayoutDraft& draft, const RecordingInfo& recorded) {
    std::vector<std::string> all = recorded_estimates(recorded);
    for (std::string& estimate : draft.estimates)
        if (std::ranges::find(all, estimate) == all.end()) all.push_back(std::move(estimate));
    draft.estimates = std::move(all);
}

} // namespace

RelayoutDraft relaid_draft(const HmtFile& file, const RelayoutOptions& options, const SourceMesh& mesh,
                           RequestSource& requests, const JobContext& job) {
    if (file.info().has_sums()) throw Error("expected a recording with requests, found sums of frames");
    RelayoutDraft draft = draft_of(file, job);
    const RecordingUse use = uses_for(requests, draft, options, job);
    change_layout(draft, options, mesh, use, job);
    keep_estimates(draft, file.info());
    describe(draft, file.name());
    return draft;
}

RelayoutResult relayout_recording(const HmtFile& file, const RelayoutOptions& options, const SourceMesh& mesh,
                                  RecordingSink& out, ThreadPool& pool, const JobContext& job) {
    RelayoutDraft draft = relaid_draft(file, options, mesh, *request_source(file, pool), job);
    draft.info.launches.clear(); // The sink gets them one after the other.
    MovingSink sink(file.info(), draft, out);
    copy_recording(file, sink, pool, job);
    return {fmt::format("{}", fmt::join(draft.changes, ", ")), draft.estimates, sink.counts()};
}

} // namespace hitmap
