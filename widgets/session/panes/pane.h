#pragma once

#include "render/view/colour_range.h"
#include "render/view/view_state.h"
#include "widgets/base/job.h"
#include "widgets/session/library/early_picture.h"
#include "widgets/session/library/frame_values.h"
#include "widgets/session/library/library.h"
#include "widgets/session/panes/pane_image.h"
#include "widgets/session/selection/access_subject.h"
#include "widgets/session/selection/address_display.h"
#include "widgets/session/selection/contents_display.h"
#include "widgets/session/selection/drawn_rays.h"
#include "widgets/session/selection/outlined_region.h"
#include "widgets/session/selection/pinned_curve.h"
#include "widgets/session/selection/simt_display.h"
#include "widgets/session/selection/touched_elements.h"
#include "widgets/session/selection/what_if_display.h"

#include <QtCore/QObject>
#include <QtCore/QPointer>
#include <QtCore/QString>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hitmap {

/// The user's choices for a pane. A plain value, which can be stored, undone and linked.
struct PaneChoices : ViewState {
    std::optional<Selection> selection; ///< the selected element
    /// The accesses that are listed; no value: those of `selection`.
    std::optional<AccessChoice> accesses;
    RayDisplay rays;
    SimtDisplay simt;
    AddressDisplay addresses;
    ContentsDisplay contents;
    WhatIfDisplay what_if;
    std::vector<PinnedCurve> curves; ///< at most most_pinned_curves
    friend bool operator==(const PaneChoices&, const PaneChoices&) = default;
};

/// The model of one pane: recording, cache configuration, metric, frame and view; and the image in pixels
/// that it shows in the place of the mesh. Widgets show it and change it through the setters; a setter that
/// changes nothing emits no signal. Long work and the values of a frame are computed by workers. The newest
/// choice wins, and the pane keeps showing the old values until the new ones are complete, or until something
/// of them is drawn early (early()). If work fails or is stopped, the old values are shown with the choices
/// that they had.
class Pane : public QObject {
    Q_OBJECT
public:
    /// @param library  must outlive the pane
    explicit Pane(Library& library, QObject* parent = nullptr);

    /// Null if nothing is open.
    [[nodiscard]] std::shared_ptr<const OpenRecording> recording() const;
    [[nodiscard]] std::shared_ptr<const Profile> profile() const;
    /// Null if nothing is open.
    [[nodiscard]] std::shared_ptr<const Simulation> simulation() const {
        return values_ != nullptr ? values_->simulation : nullptr;
    }
    /// Returns the configuration of the profile that is shown; if nothing is open, that of the next one.
    [[nodiscard]] const ModelChoice& config() const { return values_ ? shown().config : config_; }
    /// Returns the configuration that was requested last. It differs from config() during its simulation.
    [[nodiscard]] const ModelChoice& wanted_config() const { return config_; }
    /// The thread pool for work about the recording that is shown.
    [[nodiscard]] ThreadPool& pool() const { return library_.pool(); }
    /// The data that panes share; outlives the pane.
    [[nodiscard]] Library& library() const { return library_; }
    /// Returns the name of the recording that was requested last; empty if nothing is open or being opened.
    [[nodiscard]] const std::string& wanted_spec() const { return spec_; }
    /// True while a new result replaces the old one. Changes during this time are not choices of the user.
    [[nodiscard]] bool showing() const { return showing_; }
    [[nodiscard]] const PaneChoices& choices() const { return choices_; }
    /// Returns the choices that were requested last. They differ from choices() while a recording is opened
    /// with choices of its own.
    [[nodiscard]] const PaneChoices& wanted_choices() const {
        return next_choices_ ? *next_choices_ : choices_;
    }
    /// Returns the values of the current frame and metric together with their simulation, which is
    /// simulation(). Recording and values change at the same time. Null if nothing is open.
    [[nodiscard]] const std::shared_ptr<const FrameValues>& values() const { return values_; }
    /// Returns what is drawn of the recording that is being opened, before its simulation is complete: its
    /// scene, already while its rays are traced, and then a preview. Meanwhile nothing is open: simulation()
    /// and values() are null. If opening fails or is stopped, what was open before is shown again. Null:
    /// nothing is drawn early.
    [[nodiscard]] const EarlyPicture* early() const { return early_ ? &*early_ : nullptr; }
    /// Returns the values that the mesh view draws: those of early(), or values().
    [[nodiscard]] const std::shared_ptr<const FrameValues>& drawn() const {
        return early_ ? early_->values : values_;
    }
    /// Returns the recording of drawn(); null if there is none.
    [[nodiscard]] std::shared_ptr<const OpenRecording> drawn_recording() const {
        return drawn() != nullptr ? drawn()->simulation->recording : nullptr;
    }
    /// Returns whether the image is shown, and not the mesh.
    [[nodiscard]] bool shows_image() const { return choices_.shown == Shown::image; }
    /// The image of the current frames. Its values are computed only while it is shown.
    [[nodiscard]] PaneImage& image() { return image_; }
    [[nodiscard]] const PaneImage& image() const { return image_; }
    /// Returns what the image shows now, whether or not it is shown. Something must be open.
    [[nodiscard]] ImageRequest image_request() const;
    /// Returns the colour range of what is shown, the mesh or the image: for the shader and the colour bar.
    [[nodiscard]] const ColourRange& range() const { return range_; }
    /// Returns what range() belongs to: the values of the mesh or of the image, or what is chosen for them if
    /// there are no values yet.
    [[nodiscard]] RangeSubject range_subject() const;
    /// Returns the format of these values.
    [[nodiscard]] ValueStyle value_style() const;
    /// Returns the mode of range(). It is the chosen mode, unless that is a manual range of other values, or
    /// of all frames while the image is shown.
    [[nodiscard]] RangeMode range_mode() const;
    /// Returns the extent that the colour range of the chosen mode should contain, for this pane alone.
    [[nodiscard]] const std::optional<DataExtent>& extent() const { return extent_; }
    /// Returns the faces and boxes that the rays of the selected pixel accessed in the current frames. Until
    /// they are computed, these are the elements of the previous frames. Null if no pixel is selected, or if
    /// nothing was computed for this pixel yet.
    [[nodiscard]] const std::shared_ptr<const TouchedElements>& highlighted() const { return highlighted_; }
    /// Returns the rays of the pixel whose accesses are listed. Null if they are not of a pixel or not to be
    /// shown, if the recording has no scene, and until they are computed.
    [[nodiscard]] const std::shared_ptr<const DrawnRays>& rays() const { return rays_; }
    /// Returns what stepping through accesses has reached; null: nothing.
    [[nodiscard]] const std::shared_ptr<const AccessTrail>& trail() const { return trail_; }
    /// Returns the region that is outlined in addition to the selection; null if there is none. It is always
    /// a region of the current scene.
    [[nodiscard]] const std::shared_ptr<const OutlinedRegion>& region() const { return region_; }
    /// True while newer values are computed and older ones are shown.
    [[nodiscard]] bool stale() const {
        return !work_title_.isEmpty() && values_ != nullptr && !completes_preview();
    }

    /// The job that opens and simulates. There is one at a time; the newest wins.
    [[nodiscard]] JobRunner& work() { return work_; }
    /// Returns the title of the current work() for users; empty if idle.
    [[nodiscard]] const QString& work_title() const { return work_title_; }

    /// Returns whether work() or the job of image() runs.
    [[nodiscard]] bool working() const { return !work_title_.isEmpty() || image_.job().running(); }
    /// Stops work() or, if it is idle, the job of image().
    void stop_work();

    /// Opens a recording, a mesh file or "builtin:NAME". Traces if necessary, simulates with the wanted
    /// configuration (or another that can count what the recording has: model_for()), and shows the whole
    /// recording from its recorded camera. Metric and colours are kept.
    /// @param whole  as for open_recording()
    void open(const std::string& spec, const std::shared_ptr<const HmtFile>& whole = nullptr);
    /// Opens with all choices given. The current recording keeps its own choices until then.
    void open(const std::string& spec, const ModelChoice& config, const PaneChoices& choices);
    /// A recording that takes more bytes of memory than this is not opened; memory_needed() tells so. By
    /// default machine_memory().
    void set_memory_limit(std::uint64_t bytes) { memory_limit_ = bytes; }
    /// Opens the recording of the last memory_needed(), or simulates it, regardless of its memory.
    void open_anyway();
    /// Opens the current recording again. All choices are kept.
    void reload();
    /// Simulates the current recording with another configuration. A recording that is being opened is
    /// simulated with it afterwards. If it takes more memory than the limit, and more than with the
    /// configuration that is shown, which stays, memory_needed() tells so.
    void simulate(const ModelChoice& config);
    /// As simulate(), for caches at which a slider was let go. A user tries many of them, whose simulations
    /// would displace in the cache on disk what the next start opens. Therefore no simulation of these caches
    /// is written there, with any restriction and if undo returns to them, unless a recording is opened with
    /// them. One that is there is used. The standard caches and those that the slider was moved away from are
    /// no such caches.
    void simulate_in_passing(const ModelChoice& config);
    /// Shows what another configuration would give, exactly but without sums by pixel and by SM, until the
    /// next preview() or simulate_in_passing(), which must follow. It is computed from the reuse distances,
    /// which are found at the first call for their lines (work()). config() becomes the one of the preview,
    /// but wanted_config() stays, so that a drag is one step of undo. If preview_refusal() is not empty,
    /// nothing changes.
    void preview(const ModelChoice& config);
    /// Returns whether a preview is shown.
    [[nodiscard]] bool previews() const { return values_ != nullptr && shown().base != nullptr; }
    /// Returns why preview() cannot show the configuration, as a sentence; empty if it can, as far as is
    /// known.
    [[nodiscard]] QString preview_refusal(const ModelChoice& config) const;
    /// Returns the reuse distances that the last preview() kept, if the hits of the configuration follow from
    /// them; null: there are none, or they are of other lines, rays or another model.
    [[nodiscard]] std::shared_ptr<const LiveSums> distances_for(const ModelChoice& config) const;
    /// Returns whether work() finds what the preview lacks: sums by pixel and by SM. All else that is shown
    /// is exact and does not change.
    [[nodiscard]] bool completes_preview() const {
        return previews() && !opening_ && !keeping_ && !work_title_.isEmpty() && shown().config == config_;
    }
    /// Sets the configuration for the next recording that is opened. It replaces the wanted configuration
    /// unless the user chooses another one before.
    void simulate_next_with(const ModelChoice& config) { next_config_ = config; }
    /// Shows the same recording and values as `other`, with its choices, without any work.
    void show_same_as(const Pane& other);
    /// Tells that the recording that is shown was saved. `saved` is the same simulation with the name of the
    /// file, which is used from now on.
    void take_saved(std::shared_ptr<const Simulation> saved);
    /// Stops all work and closes the recording.
    void close();

    void set_metric(Metric metric);
    /// Shows the mesh or the image.
    void set_shown(Shown shown);
    void set_image_look(const ImageLook& look);
    /// If the profile has a finest number of frames, the total becomes the largest divisor of it that is not
    /// more.
    void set_frames(const FrameRange& frames);
    /// A subtree that the recording does not have becomes none: all is drawn. So do ranges of quantities that
    /// it does not have.
    void set_view(const View& view);
    /// A selection that the recording does not have becomes no selection. Removes the region, since only one
    /// thing is marked at a time.
    void set_selection(const std::optional<Selection>& selection);
    /// Selects an element while the accesses of something else are listed. What the recording does not have
    /// becomes no value.
    void set_accesses(const std::optional<AccessChoice>& accesses, const std::optional<Selection>& selection);
    /// Lists the accesses of something, selects it if it is an element, and asks the window to show the list.
    void show_accesses(const AccessSubject& subject);
    void set_ray_display(const RayDisplay& display);
    void set_simt_display(const SimtDisplay& display);
    void set_address_display(const AddressDisplay& display);
    void set_contents_display(const ContentsDisplay& display);
    void set_what_if_display(const WhatIfDisplay& display);
    /// Sets the curves of the Time panel.
    void set_curves(const std::vector<PinnedCurve>& curves);
    /// Adds a curve that follows the metric; failed() tells if there are most_pinned_curves already.
    void pin_curve(const CurveSubject& subject);
    void set_trail(std::shared_ptr<const AccessTrail> trail);
    /// Null removes the region, and so does a region of another scene. Otherwise removes the selection.
    void set_region(std::shared_ptr<const OutlinedRegion> region);
    /// If a recording is being opened with choices of its own, replaces those.
    void set_choices(const PaneChoices& choices);
    /// Asks the source panel to go to a line.
    /// @param line   from 1
    /// @param raise  whether the panel should come to the front
    void show_line(const std::string& file, std::uint32_t line, bool raise) {
        Q_EMIT line_requested(file, line);
        if (raise) Q_EMIT source_requested();
    }
    /// Asks the views to move the camera to an element. This changes no choice.
    void request_focus(const Selection& element) { Q_EMIT focus_requested(element); }
    /// The same for a part of the scene.
    void request_focus(const Aabb& bounds) { Q_EMIT bounds_focus_requested(bounds); }
    /// Shows the difference between this pane and `reference` on the elements of this pane, and follows the
    /// reference's time and configuration. Null shows the values themselves. The reference must be removed
    /// before it is destroyed, and must not be the pane itself.
    /// @param side  side of this pane: the compared one, from which the reference is subtracted, or the
    ///              baseline, which is subtracted from the reference
    void set_reference(const Pane* reference, Side side = Side::compared);
    /// Null if the values themselves are shown.
    [[nodiscard]] const Pane* reference() const { return reference_; }
    /// Returns the side of this pane in the difference that is shown.
    [[nodiscard]] Side side() const { return side_; }
    /// Letter of the pane by its position in the session, 'A' to 'F'.
    [[nodiscard]] char letter() const { return letter_; }
    void set_letter(char letter);
    /// Widens the colour range so that it contains these values of linked panes, too. No value: only those of
    /// this pane.
    void set_shared_extent(const std::optional<DataExtent>& extent);

Q_SIGNALS:
    void recording_changed();
    void early_changed();     ///< early(), and with it drawn_recording()
    void profile_changed();   ///< also after recording_changed
    void distances_changed(); ///< distances_for() or preview_refusal()
    void metric_changed();    ///< of the mesh, or the quantity of the image
    void shown_changed();     ///< mesh or image
    void image_area_changed();
    void image_changed(); ///< image(): its values, or whether its job was stopped
    void frames_changed();
    void camera_changed();
    void look_changed();      ///< anything of the view except the camera
    void selection_changed(); ///< the selection, or the accesses that are listed
    void ray_display_changed();
    void simt_display_changed();
    void address_display_changed();
    void contents_display_changed();
    void what_if_display_changed();
    void curves_changed();
    void rays_changed();       ///< rays() or trail()
    void accesses_requested(); ///< the list of accesses should be shown
    void line_requested(const std::string& file, std::uint32_t line);
    void source_requested(); ///< the source panel should be shown
    void focus_requested(const hitmap::Selection& element);
    void bounds_focus_requested(const hitmap::Aabb& bounds);
    void region_changed();
    void highlighted_changed();
    void reference_changed(); ///< reference() or side()
    void letter_changed();
    void values_changed(); ///< values(), the values of image(), or range()
    void extent_changed();
    void stale_changed();
    void work_changed();              ///< work_title() or working()
    void opened(const QString& spec); ///< the recording that open() was called with is shown now
    /// A recording was not opened, or not simulated with another configuration, since it would take more
    /// memory than the limit.
    void memory_needed(const QString& spec, const hitmap::MemoryNeeded& needed);
    /// @param message  one sentence with the action and the error
    void failed(const QString& message);

private:
    enum class Choices : bool { reset, keep };
    void open_as(const std::string& spec, Choices choices,
                 const std::shared_ptr<const HmtFile>& whole = nullptr);
    /// The result of opening or simulating: values, or why they were not made.
    using Opened = std::variant<std::shared_ptr<const FrameValues>, MemoryNeeded>;
    void finish_opening(Choices choices, const ModelChoice& wanted,
                        const std::shared_ptr<const FrameValues>& values);
    void refuse(Choices choices, const MemoryNeeded& needed);
    /// Returns the choices for a recording that was not open before.
    [[nodiscard]] static PaneChoices for_other_recording(PaneChoices choices);
    void show_early(Choices choices, EarlyPicture picture);
    void drop_early();   ///< if a picture is drawn early, shows again what was open before it
    void close_values(); ///< closes the recording, which must be open
    void begin(const QString& title);
    void finish_work();
    void end();
    void give_up(); ///< resets the wanted choices to what is shown
    void keep_distances(const ModelChoice& config);
    void start_preview();
    void stop_preview();
    void drop_distances();
    /// What reuse distances depend on.
    struct DistancesOf {
        std::shared_ptr<const OpenRecording> recording;
        std::uint32_t l1_line = 0;
        std::uint32_t l2_line = 0;
        Restriction only;
        friend bool operator==(const DistancesOf&, const DistancesOf&) = default;
    };
    [[nodiscard]] DistancesOf distances_of(const ModelChoice& config) const;
    /// Something must be open.
    [[nodiscard]] const Simulation& shown() const { return *values_->simulation; }
    /// @param values  values together with their simulation
    void show(std::shared_ptr<const FrameValues> values, PaneChoices choices);
    void tell_changes(const PaneChoices& before);
    /// Returns frames that the profile knows: whole ones of its finest number.
    [[nodiscard]] FrameRange whole(const FrameRange& frames) const;
    [[nodiscard]] std::optional<AccessChoice> known(const std::optional<AccessChoice>& accesses) const;
    [[nodiscard]] std::optional<SubtreeChoice> known(const std::optional<SubtreeChoice>& subtree) const;
    [[nodiscard]] std::optional<Selection> known(const std::optional<Selection>& selection) const;
    [[nodiscard]] ValuesRequest values_request() const;
    void request_values();
    void request_image();
    void show_image();
    void request_all_frames();
    void forget_all_frames();
    void settle_extent(); ///< emits no signal
    void update_extent();
    void update_range();
    void update_highlighted();
    void update_rays();
    [[nodiscard]] std::optional<std::uint32_t> pixel_of_rays() const;
    bool drop_highlighted(); ///< emits no signal; returns true if there were some
    void forget_highlighted();

    Library& library_;
    std::string spec_;
    ModelChoice config_;
    std::optional<ModelChoice> next_config_; ///< configuration of the next recording
    bool showing_ = false;
    std::optional<std::uint64_t> memory_limit_; ///< no value: machine_memory()
    /// What open_anyway() opens.
    struct Refused {
        std::string spec;
        Choices choices = Choices::reset;
        ModelChoice config;
        PaneChoices wanted;
    };
    Refused refused_;
    bool opening_ = false;     ///< work_ is opening a recording
    bool config_next_ = false; ///< config_ was changed since then, and is simulated afterwards
    PaneChoices choices_;
    std::optional<PaneChoices> next_choices_;   ///< choices of the recording that is being opened
    std::shared_ptr<const FrameValues> values_; ///< all that is shown: values and their simulation
    std::optional<EarlyPicture> early_;         ///< values_ is null if there is one
    /// What is shown again if no result follows the early picture.
    struct Before {
        std::shared_ptr<const FrameValues> values;
        PaneChoices choices;
    };
    Before before_early_;
    const Pane* reference_ = nullptr;
    Side side_ = Side::compared;
    char letter_ = 'A';
    std::optional<DataExtent> extent_;
    std::optional<DataExtent> shared_extent_;
    /// Extent over all frames, for RangeMode::all_frames.
    struct AllFrames {
        std::shared_ptr<const Profile> profile;
        std::uint64_t total = 0;
        Metric metric;
        std::optional<DataExtent> extent;
    };
    std::optional<AllFrames> all_frames_;
    std::shared_ptr<const TouchedElements> highlighted_;
    std::shared_ptr<const DrawnRays> rays_;
    std::shared_ptr<const AccessTrail> trail_;
    std::shared_ptr<const OutlinedRegion> region_;
    ColourRange range_;
    struct RangeOrigin {
        RangeSubject subject;
        ValueStyle style;
        RangeMode mode;
        friend bool operator==(const RangeOrigin&, const RangeOrigin&) = default;
    };
    /// Input from which range_ was made; no value: range_ must wait for values.
    std::optional<RangeOrigin> range_origin_;
    QString work_title_;
    std::shared_ptr<const LiveSums> distances_;
    DistancesOf distances_of_;  ///< what distances_ or distances_refusal_ are of
    QString distances_refusal_; ///< why there are no distances_
    std::vector<std::pair<CacheGeometry, CacheGeometry>> passed_; ///< L1 and L2 of simulate_in_passing()
    bool keeping_ = false;                                        ///< work_ finds the distances
    std::optional<ModelChoice> preview_;                          ///< the newest preview that is wanted
    PaneImage image_{library_};
    JobRunner values_job_{Supersede::finish};
    JobRunner preview_job_{Supersede::finish};
    JobRunner all_frames_job_{Supersede::stop, JobLength::lasting};
    JobRunner highlighted_job_{Supersede::finish};
    JobRunner rays_job_{Supersede::stop};
    JobRunner work_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
