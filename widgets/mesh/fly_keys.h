#pragma once

#include <QtCore/QSet>
#include <glm/vec3.hpp>

class QKeyEvent;

namespace hitmap {

/// Which keys of the fly mode are held: W A S D, Q and E for down and up, by their place on the keyboard
/// where the platform tells it, so that other layouts have them in the same place.
class FlyKeys {
public:
    /// True for a key of the mode.
    [[nodiscard]] static bool has(const QKeyEvent& event);
    /// True for a key of the mode, which it takes note of.
    bool press(const QKeyEvent& event);
    bool release(const QKeyEvent& event);
    void release_all() { held_.clear(); }
    [[nodiscard]] bool any() const { return !held_.isEmpty(); }
    /// To the right, up and ahead: -1, 0 or 1 each.
    [[nodiscard]] glm::vec3 direction() const;

private:
    QSet<int> held_; ///< Qt::Key of the place on a US keyboard
};

} // namespace hitmap
