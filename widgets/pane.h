#pragma once

#include "render/colour_range.h"
#include "render/view.h"
#include "widgets/frame_values.h"
#include "widgets/job.h"
#include "widgets/open_recording.h"

#include <QtCore/QObject>

#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// What a person chose about a pane; a plain value, so that it can be stored, undone and linked.
struct PaneChoices {
    Metric metric = Metric::l1_hit_rate;
    FrameChoice frame;
    View view;
    friend bool operator==(const PaneChoices&, const PaneChoices&) = default;
};

/// The model of one pane: (recording, cache configuration, metric, frame) and how it is looked at. Widgets
/// show it and change it through the setters; every setter that changes nothing is silent. Values of a frame
/// are computed on a worker, the newest choice wins, and the old ones stay until the new ones are there.
class Pane : public QObject {
    Q_OBJECT
public:
    explicit Pane(QObject* parent = nullptr);

    /// Null where nothing is open.
    [[nodiscard]] const std::shared_ptr<const OpenRecording>& recording() const { return shown_.recording; }
    [[nodiscard]] const std::shared_ptr<const Profile>& profile() const { return shown_.profile; }
    /// Of the profile that is shown.
    [[nodiscard]] const SdcmConfig& config() const { return shown_.config; }
    /// Of the whole recording, by kind.
    [[nodiscard]] const std::shared_ptr<const FrameValues>& whole() const { return shown_.whole; }
    /// [element_kinds()] how many there are, without padding; empty where nothing is open.
    [[nodiscard]] const std::vector<std::uint64_t>& elements() const { return shown_.elements; }
    [[nodiscard]] const PaneChoices& choices() const { return choices_; }
    /// Of the frame and metric shown now; null until they were computed for the first time.
    [[nodiscard]] const std::shared_ptr<const FrameValues>& values() const { return values_; }
    /// Colour range for values(); feeds the shader and the colour bar.
    [[nodiscard]] const ColourRange& range() const { return range_; }
    /// True while a newer result is being worked out: what is shown is of an older choice.
    [[nodiscard]] bool stale() const { return stale_; }

    enum class Choices { reset, keep };
    /// Shows a result. Choices::reset: the recorded camera, one frame; metric and colours stay.
    void show(SimulatedRecording shown, Choices choices);
    /// Closes the recording.
    void clear();
    void set_metric(Metric metric);
    void set_frame(const FrameChoice& frame);
    void set_view(const View& view);
    void set_choices(const PaneChoices& choices);
    void set_stale(bool stale);

Q_SIGNALS:
    void recording_changed();
    void profile_changed(); ///< also after recording_changed
    void metric_changed();
    void frame_changed();
    void camera_changed();
    void look_changed();   ///< anything of the view but the camera
    void values_changed(); ///< values() or range()
    void stale_changed();
    void failed(const QString& message);

private:
    void request_values();
    void update_range();

    SimulatedRecording shown_;
    PaneChoices choices_;
    std::shared_ptr<const FrameValues> values_;
    ColourRange range_;
    bool stale_ = false;
    JobRunner values_job_{Supersede::finish};
};

} // namespace hitmap
