#pragma once

#include "widgets/session/session.h"

#include <QtWidgets/QWidget>

namespace hitmap {

/// What a pane shows and how: metric, colours, what is drawn. Edits the pane and follows it.
class LookPanel : public QWidget {
    Q_OBJECT
public:
    /// @param session, pane  outlive the panel; `pane` is of `session`
    LookPanel(Session& session, Pane& pane, QWidget* parent = nullptr);
};

} // namespace hitmap
