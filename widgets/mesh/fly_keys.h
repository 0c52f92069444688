#pragma once

#include <QtCore/QSet>
#include <glm/vec3.hpp>

class QKeyEvent;

namespace hitmap {

/// The pressed keys of the fly mode: W A S D, and Q and E for down and up. They are identified by their
/// position on the keyboard if the platform reports it, so that they are in the same place in other layouts.
class FlyKeys {
public:
    /// Returns whether the key belongs to the mode.
    [[nodiscard]] static bool has(const QKeyEvent& event);
    /// Records the key. Returns whether it belongs to the mode.
    bool press(const QKeyEvent& event);
    bool release(const QKeyEvent& event);
    void release_all() { held_.clear(); }
    [[nodiscard]] bool any() const { return !held_.isEmpty(); }
    /// Direction to the right, upwards and ahead: -1, 0 or 1 each.
    [[nodiscard]] glm::vec3 direction() const;

private:
    QSet<int> held_; ///< Qt::Key at the same position of a US keyboard
};

} // namespace hitmap
