#include "widgets/panes/ray_chooser.h"

#include "widgets/base/format.h"
#include "widgets/session/panes/pane.h"
#include "widgets/session/recording/missing_parts.h"

#include <QtCore/QSignalBlocker>

#include <algorithm>

namespace hitmap {

QString ray_text(const std::optional<RaySelection>& rays) {
    return rays ? text_of(title_of(*rays)) : RayChooser::tr("All rays");
}

RayChooser::RayChooser(Pane& pane, QWidget* parent) : QComboBox(parent), pane_(pane) {
    setObjectName(QStringLiteral("rays"));
    connect(this, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &RayChooser::choose);
    connect(&pane_, &Pane::recording_changed, this, &RayChooser::list_rays);
    connect(&pane_, &Pane::profile_changed, this, &RayChooser::show_rays);
    connect(&pane_, &Pane::work_changed, this, &RayChooser::show_rays);
    list_rays();
}

void RayChooser::list_rays() {
    listed_ = {std::nullopt};
    const auto recording = pane_.recording();
    // If there is one kind with one bounce, these are all rays.
    if (recording != nullptr && recording->rays.size() > 1)
        listed_.insert(listed_.end(), recording->rays.begin(), recording->rays.end());
    const QSignalBlocker blocker(this);
    clear();
    for (const auto& rays : listed_)
        addItem(ray_text(rays));
    const QString reason = recording != nullptr ? why_no_elements(*recording) : QString();
    setEnabled(listed_.size() > 1 && reason.isEmpty());
    setToolTip(!reason.isEmpty() ? reason
               : isEnabled()
                   ? tr("Counts the accesses that lanes made while they served these rays; the caches are "
                        "shared by all rays")
                   : tr("Needs a recording whose lane tags tell several kinds of rays apart"));
    show_rays();
}

void RayChooser::show_rays() {
    const auto shown = std::find(listed_.begin(), listed_.end(), pane_.wanted_config().only.rays);
    const QSignalBlocker blocker(this);
    setCurrentIndex(shown == listed_.end() ? 0 : static_cast<int>(shown - listed_.begin()));
}

void RayChooser::choose(int row) {
    ModelChoice config = pane_.wanted_config();
    config.only.rays = listed_[static_cast<std::size_t>(row)];
    if (config != pane_.wanted_config()) pane_.simulate(config);
}

} // namespace hitmap
