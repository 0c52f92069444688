#include "core/cache/array/cache_geometry.h"
#include "core/report/contents/eviction_columns.h"
#include "widgets/base/format.h"
#include "widgets/contents/contents_panel.h"

#include <QtCore/QStringList>
#include <QtWidgets/QLabel>

namespace hitmap {

QStringList ContentsPanel::notes_of_shares() const {
    const ModelConfig& model = results_->simulation->model;
    const LevelOccupancy& held = results_->held[index(display().level)];
    QStringList notes{
        tr("Simulated: all requests and all sets; L1 %1, L2 %2.")
            .arg(text_of(l1_text(model)), text_of(to_string(l2_of(model)))),
        tr("A bar is what %1 held at that position, of %2 lines each; what is left is empty.")
            .arg(held.caches.caches == 1 ? tr("one cache")
                                         : tr("%1 caches").arg(count_text(held.caches.caches)),
                 count_text(held.caches.lines_a_cache)),
        tr("Evictions and the optimum are of all SMs. The optimum has the same sets and ways and "
           "counts whole lines; that of L2 is for what this L1 leaves over.")};
    if (display().kind == EvictionKind::box_levels &&
        evictions_of(results_->evictions, display().level).box_levels.empty())
        notes.append(tr("There are no evictions whose boxes have a known level."));
    return notes;
}

QStringList ContentsPanel::notes_of_sets() const {
    const HeldLines* const held = results_->lines[index(display().level)].get();
    if (held == nullptr) return {};
    const ModelConfig& model = results_->simulation->model;
    const QString cache = display().level == Level::l2
                              ? tr("L2 %1").arg(text_of(to_string(l2_of(model))))
                              : tr("the L1 of SM %1, %2").arg(held->request.sm).arg(text_of(l1_text(model)));
    QStringList notes{tr("Simulated: all requests and all sets; shown: %1.").arg(cache)};
    if (display().level == Level::l1 && !display().sm)
        notes.append(tr("The sets of several SMs are not shown together."));
    if (held->set_step > 1)
        notes.append(tr("Each %1th set is shown, since the cache has more than %2 lines.")
                         .arg(held->set_step)
                         .arg(count_text(ContentsResults::most_lines)));
    notes.append(tr("The lines of a set are sorted by their colour; a line has no fixed way."));
    return notes;
}

void ContentsPanel::show_note() {
    const auto simulation = pane_.simulation();
    QStringList notes;
    if (simulation != nullptr) {
        const QString missing = why_no_contents(*simulation);
        if (!missing.isEmpty()) notes.append(missing);
        if (missing.isEmpty() && !problem_.isEmpty()) notes.append(problem_);
    }
    if (results_ != nullptr && problem_.isEmpty())
        notes += display().part == ContentsPart::sets ? notes_of_sets() : notes_of_shares();
    note_->setText(notes.join(QLatin1Char(' ')));
    note_->setVisible(!notes.isEmpty());
}

} // namespace hitmap
