#include "app/window/panel_list.h"

#include "widgets/accesses/access_panel.h"
#include "widgets/accesses/addresses_panel.h"
#include "widgets/base/tr.h"
#include "widgets/comparison/comparison_panel.h"
#include "widgets/comparison/findings_panel.h"
#include "widgets/comparison/what_if_panel.h"
#include "widgets/contents/contents_panel.h"
#include "widgets/elements/groups_panel.h"
#include "widgets/elements/tree_panel.h"
#include "widgets/elements/worst_panel.h"
#include "widgets/framebuffer/framebuffer_view.h"
#include "widgets/model/cache_panel.h"
#include "widgets/panels/inspector.h"
#include "widgets/panels/look_panel.h"
#include "widgets/panels/panel_stack.h"
#include "widgets/panels/recording_panel.h"
#include "widgets/panels/selection_panel.h"
#include "widgets/panels/sm_panel.h"
#include "widgets/panels/statistics_panel.h"
#include "widgets/panels/traffic_panel.h"
#include "widgets/simt/simt_panel.h"
#include "widgets/source/source_panel.h"
#include "widgets/time/time_panel.h"

#include <utility>

namespace hitmap {

namespace {

template <class Panel>
QWidget* for_each_pane(Session& session) {
    return new PanelStack(session, [](Pane& pane) -> QWidget* { return new Panel(pane); });
}

QWidget* inspectors(Session& session) {
    return new PanelStack(session, [&session](Pane& pane) -> QWidget* {
        auto* inspector = new Inspector;
        inspector->add_panel(tr("Selection"), new SelectionPanel(pane));
        inspector->add_panel(tr("Statistics"), new StatisticsPanel(pane));
        inspector->add_panel(tr("Look"), new LookPanel(session, pane));
        inspector->add_panel(tr("Recording"), new RecordingPanel(pane));
        return inspector;
    });
}

QWidget* cache_columns(Session& session) {
    return new PanelStack(session, [](Pane& pane) -> QWidget* {
        auto* column = new Inspector;
        column->add_panel({}, new CachePanel(pane));
        return column;
    });
}

QWidget* findings(Session& session) {
    return new PanelStack(session,
                          [&session](Pane& pane) -> QWidget* { return new FindingsPanel(session, pane); });
}

QWidget* what_if(Session& session) {
    return new PanelStack(session,
                          [&session](Pane& pane) -> QWidget* { return new WhatIfPanel(session, pane); });
}

QWidget* comparison(Session& session) {
    return new ComparisonPanel(session);
}

} // namespace

const std::vector<PanelGroupInfo>& panel_groups() {
    static const std::vector<PanelGroupInfo> groups{
        {PanelGroup::where, tr("Where"), tr("&Where"), tr("Where in the scene do the caches miss?")},
        {PanelGroup::why, tr("Why"), tr("Wh&y"), tr("What causes the misses?")},
        {PanelGroup::memory, tr("Memory"), tr("&Memory"),
         tr("What lies where in memory, and what is in the caches?")},
        {PanelGroup::machine, tr("Machine"), tr("Ma&chine"), tr("How busy are SMs and lanes?")},
        {PanelGroup::attempts, tr("Try"), tr("&Try"), tr("What would help?")},
    };
    return groups;
}

std::vector<PanelDescriptor> panel_list() {
    using enum PanelGroup;
    const auto in_group = [](PanelGroup group, const QString& title, const char* name,
                             std::function<QWidget*(Session&)> make) {
        return PanelDescriptor{title, QString::fromLatin1(name), PanelPlace::group, group, std::move(make)};
    };
    const auto alone = [](PanelPlace place, const QString& title, const char* name,
                          std::function<QWidget*(Session&)> make) {
        return PanelDescriptor{title, QString::fromLatin1(name), place, std::nullopt, std::move(make)};
    };
    return {
        in_group(where, tr("Worst"), "worst_dock", for_each_pane<WorstPanel>),
        in_group(where, tr("Tree"), "tree_dock", for_each_pane<TreePanel>),
        in_group(where, tr("Groups"), "groups_dock", for_each_pane<GroupsPanel>),
        in_group(why, tr("Findings"), "findings_dock", findings),
        in_group(why, tr("Traffic"), "traffic_dock", for_each_pane<TrafficPanel>),
        in_group(why, tr("Source"), "source_dock", for_each_pane<SourcePanel>),
        in_group(why, tr("Accesses"), "accesses_dock", for_each_pane<AccessPanel>),
        in_group(memory, tr("Addresses"), "addresses_dock", for_each_pane<AddressesPanel>),
        in_group(memory, tr("Cache Contents"), "contents_dock", for_each_pane<ContentsPanel>),
        in_group(machine, tr("SMs"), "sms_dock", for_each_pane<SmPanel>),
        in_group(machine, tr("SIMT"), "simt_dock", for_each_pane<SimtPanel>),
        in_group(attempts, tr("Caches"), "caches_dock", cache_columns),
        in_group(attempts, tr("What If"), "what_if_dock", what_if),
        in_group(attempts, tr("Comparison"), "comparison_dock", comparison),
        alone(PanelPlace::below, tr("Inspector"), "inspector_dock", inspectors),
        alone(PanelPlace::bottom, tr("Time"), "time_dock", for_each_pane<TimePanel>),
        alone(PanelPlace::bottom, tr("Framebuffer"), "framebuffer_dock", for_each_pane<FramebufferView>),
    };
}

} // namespace hitmap
