#pragma once

#include "core/geometry/mesh/aabb.h"
#include "widgets/session/selection/access_subject.h"

#include <QtCore/QObject>

#include <cstdint>
#include <string>

namespace hitmap {

/// Asks the views and panels of a pane to show something. This changes no choice.
class PaneGuide : public QObject {
    Q_OBJECT
public:
    explicit PaneGuide(QObject* parent = nullptr);

    /// Moves the camera of the views to an element, or to a part of the scene.
    void fly_to(const Selection& element);
    void fly_to(const Aabb& bounds);
    /// Brings the list of accesses to the front.
    void show_accesses();
    /// Brings a panel to the front and gives it the keyboard.
    /// @param name  its name in session files without "_dock": "traffic"; one that there is not: nothing
    void show_panel(const std::string& name);
    /// Selects an allocation in the list of the traffic panel, which is not brought to the front.
    /// @param label  as of allocation_labels()
    void show_allocation(const std::string& label);
    /// Goes to a line in the source panel.
    /// @param line   from 1
    /// @param raise  whether the panel should come to the front
    void show_line(const std::string& file, std::uint32_t line, bool raise);

Q_SIGNALS:
    void element_wanted(const hitmap::Selection& element);
    void bounds_wanted(const hitmap::Aabb& bounds);
    void accesses_wanted();
    void panel_wanted(const std::string& name);
    void allocation_wanted(const std::string& label);
    void line_wanted(const std::string& file, std::uint32_t line);
    void source_wanted();
};

} // namespace hitmap
