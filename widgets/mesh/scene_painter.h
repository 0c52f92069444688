#pragma once

#include "render/scene/scene_renderer.h"
#include "widgets/mesh/paint_budget.h"
#include "widgets/mesh/shared_geometry.h"
#include "widgets/session/panes/pane.h"

#include <QtCore/QElapsedTimer>
#include <glm/vec3.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// Draws the scene of a pane in its colours. A large scene is drawn over several paints, so that the
/// window answers soon, and while the camera moves, none takes much longer than a screen refresh. "The
/// context" is the OpenGL context of the view.
class ScenePainter {
public:
    /// @param geometries  outlives the painter
    explicit ScenePainter(SharedGeometries& geometries) : geometries_(geometries) {}

    /// Releases all OpenGL objects; the next paint makes them again. The context must be current if drawn().
    void release();
    /// Returns whether there are OpenGL objects of a scene.
    [[nodiscard]] bool drawn() const { return geometry_ != nullptr; }

    /// A kind of element that is not drawn, since the GPU has no room for it.
    struct NoRoom {
        ElementKindId kind;
        std::string reason;
    };
    /// Draws the scene of the pane or adds to the picture. The context must be current, and the pane must
    /// have something to draw (Pane::drawn()). Throws what SceneGeometry and SceneRenderer::draw() throw.
    /// If the GPU has no room for a kind that is optional (SceneRenderer::is_optional()), such as boxes, it
    /// draws everything else. It tries again only after release(), thus for another scene, and when the kind
    /// is shown again after a paint without it.
    /// @param moving  draws less, since the next picture follows at once
    /// @return  the kinds for which this paint tried to get room and failed
    [[nodiscard]] std::vector<NoRoom> paint(const Pane& pane, const Highlights& highlights,
                                            const DrawTarget& target, bool moving);
    /// Measures the time of the last paint, which is now on screen. Returns whether a further paint would add
    /// to the picture.
    bool shown(bool moving);
    /// Returns whether the picture shows every triangle of the present scene with the present values, and its
    /// other elements if they are shown and the GPU has room for them.
    [[nodiscard]] bool complete() const { return complete_; }
    /// Returns whether the last paint showed the picture before it, since the present one is not complete.
    [[nodiscard]] bool shows_older() const { return shows_older_; }
    /// The values have changed: the picture is not complete.
    void set_incomplete() { complete_ = false; }
    /// The camera or the size has changed: the picture is drawn again from its first triangle.
    void restart();

    /// Returns the element of these kinds in the last paint at a device pixel (x from the left, y from the
    /// top), as SceneRenderer::pick_element() does. The context must be current.
    [[nodiscard]] std::optional<Selection> element_at(int x, int y, KindSet kinds) const;
    /// Returns the point of a surface at a device pixel. The context must be current.
    [[nodiscard]] std::optional<glm::vec3> point_at(int x, int y) const;

private:
    /// Gives values to a renderer of their scene, which may not be the scene of the pane yet.
    void take_values(const std::shared_ptr<const FrameValues>& values);
    /// Makes room for the kinds of the view, or removes them from the view. Returns what paint() returns.
    [[nodiscard]] std::vector<NoRoom> make_room(View& view);

    SharedGeometries& geometries_;
    std::shared_ptr<SceneGeometry> geometry_;
    std::unique_ptr<SceneRenderer> renderer_;
    std::weak_ptr<const FrameValues> values_; ///< values that renderer_ has
    enum class Room : unsigned char { not_tried, enough, too_little };
    PerKind<Room> room_;
    bool faces_uploaded_ = false;
    bool complete_faces_ = false;
    bool complete_ = false; ///< the picture has all elements and values
    bool shows_older_ = false;
    /// While the camera moves, each paint begins a picture that must follow it. At rest, a picture is
    /// continued: its paints may take longer, since each of them also composes the window, which takes tens
    /// of milliseconds with OpenGL in software.
    static constexpr double moving_ms = 30.0;
    static constexpr double resting_ms = 80.0;
    PaintBudget moving_triangles_{moving_ms, 200'000, 20'000};
    PaintBudget resting_triangles_{resting_ms, 200'000, 20'000};
    bool has_moved_ = false; ///< whether moving_triangles_ learned from movements
    PaintBudget boxes_{moving_ms, 2'000, 200};
    [[nodiscard]] PaintBudget& triangles(bool moving) {
        return moving ? moving_triangles_ : resting_triangles_;
    }
    std::uint64_t triangles_before_ = 0; ///< in the picture before the last paint
    std::uint64_t triangles_last_ = 0;   ///< added by the last paint
    bool moving_ = false;                ///< the camera moved in the last paint
    bool reduced_ = false;               ///< the last paint left boxes or halos out
    QElapsedTimer paint_timer_;          ///< runs from a paint to its appearance on screen
};

} // namespace hitmap
