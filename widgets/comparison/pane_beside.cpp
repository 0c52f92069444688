#include "widgets/comparison/pane_beside.h"

#include "core/analysis/findings/tree_change.h"
#include "core/cache/gpu/preset_library.h"
#include "core/geometry/scene.h"
#include "core/geometry/up_axis.h"
#include "core/profile/models/model_texts.h"
#include "core/relayout/model/relayout_settings.h"
#include "widgets/base/tr.h"

#include <string>
#include <variant>

namespace hitmap {

namespace {

/// The request that traces the scene of a recording again; no value if its mesh or its options are not known.
std::optional<TraceRequest> request_to_trace_again(const OpenRecording& recording) {
    const RecordingInfo& info = recording.info();
    if (!options_of_trace(info)) return std::nullopt;
    if (recording.traced) return trace_of(recording.spec);
    if (!is_builtin(info.source_name)) return std::nullopt;
    TraceRequest request;
    request.scene = info.source_name;
    request.camera = info.scene.cameras.front();
    for (const auto& [option, value] : info.options)
        if (option == "up") request.up = parse_up(value, "up");
    return request;
}

class ContentsMaker {
public:
    explicit ContentsMaker(const Pane& pane)
        : pane_(pane), contents_{pane.recording()->spec, pane.config()} {}

    std::optional<PaneContents> operator()(const LayoutChange& layout) {
        contents_.spec.relayouts.push_back(to_string(layout));
        return contents_;
    }
    std::optional<PaneContents> operator()(const TreeChange& tree) {
        std::optional<TraceRequest> request = request_to_trace_again(*pane_.recording());
        if (!request) return std::nullopt;
        request->options = tree;
        contents_.spec = std::move(*request);
        return contents_;
    }
    std::optional<PaneContents> operator()(const CacheChange& caches) {
        // A pane that shows the stack distance cache model has findings of the default GPU.
        if (contents_.config.preset.empty()) {
            const std::string standard(default_preset_name);
            contents_.config = choice_of(find_gpu_preset(standard), standard);
        }
        contents_.config.l1 = caches.l1;
        contents_.config.l2 = caches.l2;
        return contents_;
    }
    std::optional<PaneContents> operator()(const StackChange& /*stack*/) { return std::nullopt; }

private:
    const Pane& pane_;
    PaneContents contents_;
};

} // namespace

std::optional<PaneContents> changed_contents(const Pane& pane, const Change& change) {
    return std::visit(ContentsMaker(pane), change.to);
}

PaneChoices choices_beside(PaneChoices choices) {
    choices.selection.reset();
    choices.accesses.reset();
    take_recording_part(choices.panels, {});
    choices.view.subtree.reset();
    return choices;
}

QString why_no_pane_beside(const Session& session) {
    return session.pane_count() < Session::most_panes
               ? QString()
               : tr("There are %1 panes already. Close one of them first.").arg(session.pane_count());
}

} // namespace hitmap
