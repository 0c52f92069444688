#pragma once

#include "widgets/base/job.h"
#include "widgets/session/selection/drawn_rays.h"
#include "widgets/session/selection/outlined_region.h"
#include "widgets/session/selection/touched_elements.h"

#include <QtCore/QObject>
#include <QtCore/QString>

#include <cstdint>
#include <memory>
#include <optional>

namespace hitmap {

/// What a pane marks in its scene beside the selected element. Jobs compute what follows from the choices.
class PaneMarks : public QObject {
    Q_OBJECT
public:
    explicit PaneMarks(QObject* parent = nullptr);

    /// The faces and boxes that the rays of the selected pixel accessed in the current frames. Until they are
    /// computed, these are the elements of the previous frames. Null if no pixel is selected, or if nothing
    /// was computed for this pixel yet.
    [[nodiscard]] const std::shared_ptr<const TouchedElements>& highlighted() const { return highlighted_; }
    /// The rays of the pixel whose accesses are listed. Null if they are not of a pixel or not to be shown,
    /// if the recording has no scene, and until they are computed.
    [[nodiscard]] const std::shared_ptr<const DrawnRays>& rays() const { return rays_; }
    /// What stepping through accesses has reached; null: nothing.
    [[nodiscard]] const std::shared_ptr<const AccessTrail>& trail() const { return trail_; }
    /// The region that is outlined; null if there is none.
    [[nodiscard]] const std::shared_ptr<const OutlinedRegion>& region() const { return region_; }

    /// Computes highlighted(). No pixel: removes it.
    void highlight(const std::shared_ptr<const Profile>& profile, std::optional<std::uint32_t> pixel,
                   const FrameRange& frames);
    /// Computes rays(). No pixel: removes them.
    void show_rays(const std::shared_ptr<const OpenRecording>& recording, std::optional<std::uint32_t> pixel);
    void set_trail(std::shared_ptr<const AccessTrail> trail);
    void set_region(std::shared_ptr<const OutlinedRegion> region);

    /// Which marks were of a scene that is no longer shown.
    struct Dropped {
        bool highlighted = false;
        bool region = false;
    };
    /// Removes the marks of the scene without a signal, since the rest of the pane changes with them.
    [[nodiscard]] Dropped drop_scene();
    /// Emits the signals for what was dropped.
    void tell(const Dropped& dropped);

Q_SIGNALS:
    void highlighted_changed();
    void rays_changed(); ///< rays() or trail()
    void region_changed();
    void failed(const QString& message, QObject* cause); ///< JobRunner::failed()

private:
    void forget_highlighted();

    std::shared_ptr<const TouchedElements> highlighted_;
    std::optional<std::uint32_t> pixel_; ///< that highlighted() is wanted of
    std::shared_ptr<const DrawnRays> rays_;
    std::shared_ptr<const AccessTrail> trail_;
    std::shared_ptr<const OutlinedRegion> region_;
    JobRunner highlighted_job_{Supersede::finish};
    JobRunner rays_job_{Supersede::stop};
};

} // namespace hitmap
