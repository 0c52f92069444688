#include "widgets/session/panes/empty_text.h"

#include "widgets/session/panes/pane.h"

namespace hitmap {

QString empty_text(const Pane& pane) {
    return pane.opening().early() != nullptr ? Pane::tr("Shown when the simulation is complete.")
                                             : Pane::tr("Nothing is open.");
}

} // namespace hitmap
