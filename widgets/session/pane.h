#pragma once

#include "render/view/colour_range.h"
#include "render/view/view_state.h"
#include "widgets/base/job.h"
#include "widgets/session/frame_values.h"
#include "widgets/session/library.h"
#include "widgets/session/outlined_region.h"
#include "widgets/session/touched_elements.h"

#include <QtCore/QObject>
#include <QtCore/QPointer>
#include <QtCore/QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// A face, box or pixel that a person points at.
struct Selection {
    ElementKindId kind = 0;
    std::uint64_t element = 0;
    friend bool operator==(const Selection&, const Selection&) = default;
};

/// What a person chose about a pane; a plain value, so that it can be stored, undone and linked.
struct PaneChoices : ViewState {
    std::optional<Selection> selection; ///< pinned
    friend bool operator==(const PaneChoices&, const PaneChoices&) = default;
};

/// The model of one pane: (recording, cache configuration, metric, frame) and how it is looked at. Widgets
/// show it and change it through the setters; every setter that changes nothing is silent. Long work and the
/// values of a frame are computed on workers, the newest choice wins, and what is shown stays until the new
/// is complete: failed or stopped work leaves everything as it was.
class Pane : public QObject {
    Q_OBJECT
public:
    /// @param library  outlives the pane
    explicit Pane(Library& library, QObject* parent = nullptr);

    /// Null where nothing is open.
    [[nodiscard]] std::shared_ptr<const OpenRecording> recording() const;
    [[nodiscard]] std::shared_ptr<const Profile> profile() const;
    /// Null where nothing is open.
    [[nodiscard]] std::shared_ptr<const Simulation> simulation() const {
        return values_ != nullptr ? values_->simulation : nullptr;
    }
    /// Of the profile that is shown; where nothing is open, of the next one.
    [[nodiscard]] const ModelChoice& config() const { return values_ ? shown().config : config_; }
    /// What was asked for last: differs from config() while it is simulated.
    [[nodiscard]] const ModelChoice& wanted_config() const { return config_; }
    /// For work about what is shown.
    [[nodiscard]] ThreadPool& pool() const { return library_.pool(); }
    /// What was asked for last, as it was named; empty where nothing is open or being opened.
    [[nodiscard]] const std::string& wanted_spec() const { return spec_; }
    /// True while a result takes the place of another: what changes then is no choice of a person.
    [[nodiscard]] bool showing() const { return showing_; }
    [[nodiscard]] const PaneChoices& choices() const { return choices_; }
    /// What was asked for last: differs from choices() while something is opened with choices of its own.
    [[nodiscard]] const PaneChoices& wanted_choices() const {
        return next_choices_ ? *next_choices_ : choices_;
    }
    /// Of the frame and metric shown now, with the simulation that they are of, which is simulation(): what
    /// is open and its values change together. Null where nothing is open.
    [[nodiscard]] const std::shared_ptr<const FrameValues>& values() const { return values_; }
    /// Colour range for values(); feeds the shader and the colour bar.
    [[nodiscard]] const ColourRange& range() const { return range_; }
    /// What range() is for: of values(), or of what is chosen where there are none yet.
    [[nodiscard]] RangeSubject range_subject() const;
    /// How range() is made: as it was chosen, unless a manual range is of other values.
    [[nodiscard]] RangeMode range_mode() const { return range_mode_for(choices_.view, range_subject()); }
    /// Values that the colour range of the chosen mode should hold, for this pane alone.
    [[nodiscard]] const std::optional<DataExtent>& extent() const { return extent_; }
    /// Faces and boxes that the selected pixel's rays accessed in the frames, or until it was worked out in
    /// those chosen before; null where no pixel is selected, and until it was worked out for that pixel.
    [[nodiscard]] const std::shared_ptr<const TouchedElements>& highlighted() const { return highlighted_; }
    /// Outlined besides what is selected; null where none is. Always of the scene that is shown.
    [[nodiscard]] const std::shared_ptr<const OutlinedRegion>& region() const { return region_; }
    /// True while a newer result is being worked out: what is shown is of an older choice.
    [[nodiscard]] bool stale() const { return !work_title_.isEmpty() && values_ != nullptr; }

    /// Opening and simulating; one at a time, the newest wins.
    [[nodiscard]] JobRunner& work() { return work_; }
    /// Name of what work() is at, for a person; empty when idle.
    [[nodiscard]] const QString& work_title() const { return work_title_; }

    /// Opens a recording, a mesh file or "builtin:NAME"; traces where necessary, simulates with the wanted
    /// configuration and shows the result from its recorded camera, whole in time; metric and colours stay.
    void open(const std::string& spec);
    /// Opens with everything chosen already; what is open keeps its own choices until then.
    void open(const std::string& spec, const ModelChoice& config, const PaneChoices& choices);
    /// Opens again what is open; everything chosen stays.
    void reload();
    /// Simulates what is open with another configuration. What is being opened goes on and has it then.
    void simulate(const ModelChoice& config);
    /// Opening another recording simulates with this in place of the wanted configuration, unless another one
    /// is chosen before.
    void simulate_next_with(const ModelChoice& config) { next_config_ = config; }
    /// Shows what `other` shows, without any work; its choices too.
    void show_same_as(const Pane& other);
    /// `saved` is what is shown, whose recording was saved to a file: from now on it is known by that.
    void take_saved(std::shared_ptr<const Simulation> saved);
    /// Stops and forgets the recording.
    void close();

    void set_metric(Metric metric);
    void set_frames(const FrameRange& frames);
    void set_view(const View& view);
    /// What the recording does not have is no selection. Takes the region back: one thing is pointed at.
    void set_selection(const std::optional<Selection>& selection);
    /// Null, or one of another scene than the one that is shown: none. Takes the selection back otherwise.
    void set_region(std::shared_ptr<const OutlinedRegion> region);
    /// Of what is being opened, where that has choices of its own.
    void set_choices(const PaneChoices& choices);
    /// Asks the views to fly to an element; nothing is chosen by that.
    void request_focus(const Selection& element) { Q_EMIT focus_requested(element); }
    /// The same for a part of the scene.
    void request_focus(const Aabb& bounds) { Q_EMIT bounds_focus_requested(bounds); }
    /// Shows, on its own elements, the difference between this pane and `reference` (null: the values
    /// themselves); follows it in time and configuration. The reference must be taken away before it dies,
    /// and must not be the pane itself.
    /// @param side  what this pane is: the compared one, from which the reference is subtracted, or the
    ///              baseline, which is subtracted from the reference
    void set_reference(const Pane* reference, Side side = Side::compared);
    /// Null where the values themselves are shown.
    [[nodiscard]] const Pane* reference() const { return reference_; }
    /// Of the difference that is shown: what this pane is.
    [[nodiscard]] Side side() const { return side_; }
    /// By which the pane goes: by its place in the session, 'A' to 'D'.
    [[nodiscard]] char letter() const { return letter_; }
    void set_letter(char letter);
    /// Widens the colour range to hold these values too (of linked panes); nothing: this pane's alone.
    void set_shared_extent(const std::optional<DataExtent>& extent);

Q_SIGNALS:
    void recording_changed();
    void profile_changed(); ///< also after recording_changed
    void metric_changed();
    void frames_changed();
    void camera_changed();
    void look_changed(); ///< anything of the view but the camera
    void selection_changed();
    void focus_requested(const hitmap::Selection& element);
    void bounds_focus_requested(const hitmap::Aabb& bounds);
    void region_changed();
    void highlighted_changed();
    void reference_changed(); ///< reference() or side()
    void letter_changed();
    void values_changed(); ///< values() or range()
    void extent_changed();
    void stale_changed();
    void work_changed();              ///< work_title()
    void opened(const QString& spec); ///< what open() was asked for is shown now
    /// @param message  one sentence: what happened to what
    void failed(const QString& message);

private:
    enum class Choices : bool { reset, keep };
    void open_as(const std::string& spec, Choices choices);
    void begin(const QString& title);
    void finish_work();
    void end();
    void give_up(); ///< what was wanted is what is shown
    /// Needs something open.
    [[nodiscard]] const Simulation& shown() const { return *values_->simulation; }
    /// @param values  with the simulation that they are of
    void show(std::shared_ptr<const FrameValues> values, PaneChoices choices);
    void tell_changes(const PaneChoices& before);
    [[nodiscard]] std::optional<Selection> known(const std::optional<Selection>& selection) const;
    [[nodiscard]] ValuesRequest values_request() const;
    void request_values();
    void request_all_frames();
    void forget_all_frames();
    void settle_extent(); ///< tells nobody
    void update_extent();
    void update_range();
    void update_highlighted();
    bool drop_highlighted(); ///< tells nobody; true where there were some
    void forget_highlighted();

    Library& library_;
    std::string spec_;
    ModelChoice config_;
    std::optional<ModelChoice> next_config_; ///< of the next recording
    bool showing_ = false;
    bool opening_ = false;     ///< what work_ is at
    bool config_next_ = false; ///< config_ was chosen since, and is simulated after that
    PaneChoices choices_;
    std::optional<PaneChoices> next_choices_;   ///< of what is being opened
    std::shared_ptr<const FrameValues> values_; ///< and what they are of: all that is shown
    const Pane* reference_ = nullptr;
    Side side_ = Side::compared;
    char letter_ = 'A';
    std::optional<DataExtent> extent_;
    std::optional<DataExtent> shared_extent_;
    /// Over all frames, for RangeMode::all_frames.
    struct AllFrames {
        std::shared_ptr<const Profile> profile;
        std::uint64_t total = 0;
        Metric metric;
        std::optional<DataExtent> extent;
    };
    std::optional<AllFrames> all_frames_;
    std::shared_ptr<const TouchedElements> highlighted_;
    std::shared_ptr<const OutlinedRegion> region_;
    ColourRange range_;
    struct RangeOrigin {
        Metric metric;
        ValueStyle style;
        RangeMode mode;
        friend bool operator==(const RangeOrigin&, const RangeOrigin&) = default;
    };
    std::optional<RangeOrigin> range_origin_; ///< what range_ was made for; null: it waits for more
    QString work_title_;
    JobRunner values_job_{Supersede::finish};
    JobRunner all_frames_job_{Supersede::stop};
    JobRunner highlighted_job_{Supersede::finish};
    JobRunner work_{Supersede::stop};
};

} // namespace hitmap
