#include "app/window/group_bar.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QTabBar>

#include <algorithm>

namespace hitmap {

namespace {

int place_of(PanelGroup group) {
    const auto& groups = panel_groups();
    return static_cast<int>(std::ranges::find(groups, group, &PanelGroupInfo::group) - groups.begin());
}

/// "Findings, Traffic, Source, Accesses"
QString panels_of(PanelGroup group) {
    QStringList titles;
    for (const PanelDescriptor& panel : panel_list())
        if (panel.group == group) titles.append(panel.title);
    return titles.join(QStringLiteral(", "));
}

} // namespace

GroupBar::GroupBar(QWidget* parent) : QToolBar(tr("Groups of Panels"), parent), tabs_(new QTabBar) {
    setObjectName(QStringLiteral("group_bar"));
    setMovable(false);
    tabs_->setObjectName(QStringLiteral("group_tabs"));
    tabs_->setShape(QTabBar::RoundedEast);
    tabs_->setExpanding(false);
    tabs_->setDrawBase(false);
    tabs_->setAccessibleName(tr("Groups of panels"));
    for (const PanelGroupInfo& group : panel_groups()) {
        const int tab = tabs_->addTab(group.title);
        tabs_->setTabToolTip(tab, tr("%1\n%2 (%3)")
                                      .arg(group.question, panels_of(group.group),
                                           key_of(group.group).toString(QKeySequence::NativeText)));
    }
    addWidget(tabs_);
    connect(tabs_, &QTabBar::currentChanged, this,
            [this](int tab) { Q_EMIT chosen(panel_groups()[static_cast<std::size_t>(tab)].group); });
}

void GroupBar::set_current(PanelGroup group) {
    const QSignalBlocker quiet(tabs_);
    tabs_->setCurrentIndex(place_of(group));
}

QKeySequence GroupBar::key_of(PanelGroup group) {
    return {static_cast<int>(Qt::ALT) + static_cast<int>(Qt::Key_1) + place_of(group)};
}

} // namespace hitmap
