#pragma once

#include "widgets/simt/execution_results.h"

#include <QtWidgets/QWidget>

#include <memory>

namespace hitmap {

/// A view of the SIMT panel that shows results of execution events.
class ExecutionView : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Null: nothing is shown.
    virtual void show_results(const std::shared_ptr<const ExecutionResults>& results) = 0;
    /// Whether it needs events; if not, it says itself what is missing.
    [[nodiscard]] virtual bool needs_events() const { return true; }
};

} // namespace hitmap
