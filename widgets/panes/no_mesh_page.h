#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QScrollArea>

#include <functional>

class QFormLayout;
class QLabel;
class QVBoxLayout;

namespace hitmap {

/// Stands in the place of the mesh view while the recording has no mesh. Says what is missing and what is
/// known instead, and offers ways to go on.
class NoMeshPage : public QScrollArea {
    Q_OBJECT
public:
    /// @param pane  must outlive the page
    explicit NoMeshPage(Pane& pane, QWidget* parent = nullptr);

    /// Adds a button below the text.
    /// @param name  object name of the button
    void add_offer(const char* name, const QString& title, const QString& explanation,
                   std::function<void()> act);

private:
    void lay_out();
    void show_recording();
    void show_facts(const OpenRecording& recording);
    void add_fact(const QString& name, const QString& value);

    Pane& pane_;
    QLabel* title_;
    QLabel* missing_;
    QLabel* model_; ///< why the chosen model has no numbers; hidden if it has
    QFormLayout* facts_;
    QVBoxLayout* offers_;
    QWidget* simulate_ = nullptr; ///< the offer of another model
};

} // namespace hitmap
