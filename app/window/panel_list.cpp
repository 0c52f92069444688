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

namespace hitmap {

namespace {

template <class Panel>
QWidget* for_each_pane(Session& session) {
    return new PanelStack(session, [](Pane& pane) -> QWidget* { return new Panel(pane); });
}

QWidget* inspectors(Session& session) {
    return new PanelStack(session, [&session](Pane& pane) -> QWidget* {
        auto* inspector = new Inspector;
        inspector->add_panel(tr("Metric"), new LookPanel(session, pane));
        inspector->add_panel(tr("Selection"), new SelectionPanel(pane));
        inspector->add_panel(tr("Statistics"), new StatisticsPanel(pane));
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

QWidget* what_if(Session& session) {
    return new PanelStack(session,
                          [&session](Pane& pane) -> QWidget* { return new WhatIfPanel(session, pane); });
}

QWidget* comparison(Session& session) {
    return new ComparisonPanel(session);
}

} // namespace

std::vector<PanelDescriptor> panel_list() {
    using enum PanelPlace;
    return {
        {tr("Inspector"), QStringLiteral("inspector_dock"), tab, inspectors},
        {tr("Findings"), QStringLiteral("findings_dock"), tab, for_each_pane<FindingsPanel>},
        {tr("Caches"), QStringLiteral("caches_dock"), tab, cache_columns},
        {tr("Worst"), QStringLiteral("worst_dock"), tab, for_each_pane<WorstPanel>},
        {tr("Tree"), QStringLiteral("tree_dock"), tab, for_each_pane<TreePanel>},
        {tr("Traffic"), QStringLiteral("traffic_dock"), tab, for_each_pane<TrafficPanel>},
        {tr("SIMT"), QStringLiteral("simt_dock"), tab, for_each_pane<SimtPanel>},
        {tr("Accesses"), QStringLiteral("accesses_dock"), tab, for_each_pane<AccessPanel>},
        {tr("Addresses"), QStringLiteral("addresses_dock"), tab, for_each_pane<AddressesPanel>},
        {tr("Cache Contents"), QStringLiteral("contents_dock"), tab, for_each_pane<ContentsPanel>},
        {tr("What If"), QStringLiteral("what_if_dock"), tab, what_if},
        {tr("Groups"), QStringLiteral("groups_dock"), tab, for_each_pane<GroupsPanel>},
        {tr("SMs"), QStringLiteral("sms_dock"), tab, for_each_pane<SmPanel>},
        {tr("Source"), QStringLiteral("source_dock"), tab, for_each_pane<SourcePanel>},
        {tr("Comparison"), QStringLiteral("comparison_dock"), tab, comparison},
        {tr("Framebuffer"), QStringLiteral("framebuffer_dock"), below_tabs, for_each_pane<FramebufferView>},
        {tr("Time"), QStringLiteral("time_dock"), bottom, for_each_pane<TimePanel>},
    };
}

} // namespace hitmap
