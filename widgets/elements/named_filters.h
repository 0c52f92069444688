#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

#include <memory>

class QLineEdit;
class QMenu;
class QPushButton;
class QToolButton;

namespace hitmap {

/// Stores the ranges of a pane's view under a name, chooses them again from a menu, and removes names. The
/// names are part of the view.
class NamedFilters : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the widget
    explicit NamedFilters(Pane& pane, QWidget* parent = nullptr);

Q_SIGNALS:
    /// @param message  one sentence: why the ranges were not stored
    /// @param cause    as that of JobRunner::failed()
    void failed(const QString& message, QObject* cause);

private:
    void show_names();
    void store();

    Pane& pane_;
    QToolButton* button_;
    QMenu* menu_;
    QLineEdit* name_;
    QPushButton* store_;
    std::unique_ptr<QObject> refused_; ///< cause of the message, until the name or the ranges change
};

} // namespace hitmap
