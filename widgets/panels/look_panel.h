#pragma once

#include "widgets/session/state/session.h"

#include <QtWidgets/QWidget>

namespace hitmap {

/// What a pane shows and how: metric, colours, drawing options. Edits the pane and follows its changes.
class LookPanel : public QWidget {
    Q_OBJECT
public:
    /// @param session, pane  must outlive the panel; `pane` belongs to `session`
    LookPanel(Session& session, Pane& pane, QWidget* parent = nullptr);
};

} // namespace hitmap
