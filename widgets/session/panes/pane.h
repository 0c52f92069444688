#pragma once

#include "core/profile/models/work_match.h"
#include "render/view/colour_range.h"
#include "widgets/base/job.h"
#include "widgets/session/panes/opening_job.h"
#include "widgets/session/panes/pane_guide.h"
#include "widgets/session/panes/pane_image.h"
#include "widgets/session/panes/pane_live.h"
#include "widgets/session/panes/pane_marks.h"
#include "widgets/session/panes/pane_opening.h"
#include "widgets/session/panes/pane_work.h"
#include "widgets/session/recording/library.h"
#include "widgets/session/selection/pane_choices.h"

#include <QtCore/QObject>
#include <QtCore/QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace hitmap {

/// The model of one pane: its choices, the values that follow from them, and their range of colours. Parts of
/// it open the recording, compute the caches of a slider, the image in pixels and the marks in the scene.
/// Widgets show a pane and change it through the setters; a setter that changes nothing emits no signal. Long
/// work and the values of a frame are computed by workers. The newest choice wins, and the pane keeps showing
/// the old values until the new ones are complete, or until something of them is drawn early
/// (PaneOpening::early()). If work fails or is stopped, the old values are shown with the choices that they
/// had, and with those that the user has made since and that do not refer to a recording.
class Pane : public QObject {
    Q_OBJECT
public:
    /// @param library  must outlive the pane
    explicit Pane(Library& library, QObject* parent = nullptr);

    /// What is open, being opened or drawn early.
    [[nodiscard]] const PaneOpening& opening() const { return opening_; }
    /// The job that opens and simulates.
    [[nodiscard]] PaneWork& work() { return work_; }
    [[nodiscard]] const PaneWork& work() const { return work_; }
    /// The caches of a slider that moves.
    [[nodiscard]] const PaneLive& live() const { return live_; }
    /// What is marked in the scene beside the selection.
    [[nodiscard]] PaneMarks& marks() { return marks_; }
    [[nodiscard]] const PaneMarks& marks() const { return marks_; }
    /// Asks the views to show something.
    [[nodiscard]] PaneGuide& guide() { return guide_; }
    [[nodiscard]] const PaneGuide& guide() const { return guide_; }
    /// The image of the current frames. Its values are computed only while it is shown.
    [[nodiscard]] PaneImage& image() { return image_; }
    [[nodiscard]] const PaneImage& image() const { return image_; }
    /// The data that panes share; outlives the pane.
    [[nodiscard]] Library& library() const { return library_; }
    /// The thread pool for work about the recording that is shown.
    [[nodiscard]] ThreadPool& pool() const { return library_.pool(); }

    /// Returns the values of the current frame and metric together with their simulation, which is
    /// simulation(). Recording and values change at the same time. Null if nothing is open.
    [[nodiscard]] const std::shared_ptr<const FrameValues>& values() const { return opening_.values(); }
    /// These are null if nothing is open.
    [[nodiscard]] std::shared_ptr<const Simulation> simulation() const {
        return values() != nullptr ? values()->simulation : nullptr;
    }
    [[nodiscard]] std::shared_ptr<const OpenRecording> recording() const;
    [[nodiscard]] std::shared_ptr<const Profile> profile() const;
    /// Returns the configuration of the profile that is shown; if nothing is open, that of the next one.
    [[nodiscard]] const ModelChoice& config() const { return values() ? shown().config : config_; }
    /// Returns the configuration that was chosen last. It differs from config() during its simulation.
    [[nodiscard]] const ModelChoice& wanted_config() const { return config_; }
    [[nodiscard]] const PaneChoices& choices() const { return choices_; }
    /// Returns the choices that were made last. They differ from choices() while a recording is opened with
    /// choices of its own.
    [[nodiscard]] const PaneChoices& wanted_choices() const {
        const PaneChoices* const own = opening_.own_choices();
        return own != nullptr ? *own : choices_;
    }
    /// True while a new result replaces the old one. Changes during this time are not choices of the user.
    [[nodiscard]] bool showing() const { return showing_; }
    /// True while newer values are computed and older ones are shown.
    [[nodiscard]] bool stale() const;
    /// Returns whether work() or the job of image() runs.
    [[nodiscard]] bool working() const { return !work_.title().isEmpty() || image_.job().running(); }
    /// Stops work() or, if it is idle, the job of image().
    void stop_work();

    /// Returns whether the image is shown, and not the mesh.
    [[nodiscard]] bool shows_image() const { return choices_.shown == Shown::image; }
    /// Returns what the image shows now, whether or not it is shown. Something must be open.
    [[nodiscard]] WantedImage wanted_image() const;
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

    /// Opens a recording, a mesh file or "builtin:NAME". Traces if necessary, simulates with the wanted
    /// configuration (or another that can count what the recording has: model_for()), and shows the whole
    /// recording from its recorded camera. Metric and colours are kept.
    /// @param whole  as for open_recording()
    void open(const RecordingSpec& spec, const std::shared_ptr<const HmtFile>& whole = nullptr);
    /// Opens with all choices given. The current recording keeps its own choices until then.
    void open(const RecordingSpec& spec, const ModelChoice& config, const PaneChoices& choices);
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
    /// Shows what another configuration would give, exactly but without sums by pixel, until the next
    /// show_live() or simulate_in_passing(), which must follow. Sums by SM follow if the distances have them.
    /// It is computed from the reuse distances, which are found at the first call for their lines (work()).
    /// config() becomes this one, but wanted_config() stays, so that a drag is one step of undo. If
    /// live().refusal() is not empty, nothing changes.
    void show_live(const ModelChoice& config);
    /// Sets the model for the next recording that is opened. It replaces the wanted configuration
    /// unless the user chooses another one before. If it is to be the GPU that the recording names, it is
    /// that of all recordings until then.
    void simulate_next_with(const DefaultModel& model) { next_model_ = model; }
    /// The wanted configuration is a choice of the user: the next recording is simulated with it, too.
    void keep_model() { next_model_.reset(); }
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
    /// Sets what all panels remember.
    void set_panels(const PanelMemory& panels);
    /// Sets what one panel remembers, such as SimtDisplay.
    template <class Panel>
    void set_panel(const Panel& panel) {
        PanelMemory panels = choices_.panels;
        std::get<Panel>(panels) = panel;
        set_panels(panels);
    }
    /// Calls a function of the receiver, or a function object, whenever what a panel remembers has changed.
    template <class Panel, class Receiver, class Told>
    void follow_panel(Receiver* receiver, Told told) const {
        connect(this, &Pane::panels_changed, receiver, [this, receiver, told](const PanelMemory& before) {
            if (std::get<Panel>(before) == choices_.panel<Panel>()) return;
            if constexpr (std::is_member_pointer_v<Told>)
                std::invoke(told, receiver);
            else
                told();
        });
    }
    /// Adds a curve that follows the metric; failed() tells if there are most_pinned_curves already.
    void pin_curve(const CurveSubject& subject);
    /// Outlines a region in addition to the selection. Null removes it, and so does a region of another
    /// scene. Otherwise removes the selection.
    void set_region(std::shared_ptr<const OutlinedRegion> region);
    /// If a recording is being opened with choices of its own, replaces those.
    void set_choices(const PaneChoices& choices);
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
    /// Places the frames by work, so that they belong to those of another pane: `match` matches the time of
    /// its recording with that of this one. Null: frames are equal shares of the positions.
    void set_work_match(std::shared_ptr<const WorkMatch> match);
    /// Widens the colour range so that it contains these values of linked panes, too. No value: only those of
    /// this pane.
    void set_shared_extent(const std::optional<DataExtent>& extent);

Q_SIGNALS:
    void recording_changed();
    void early_changed();   ///< PaneOpening::early(), and with it drawn_recording()
    void profile_changed(); ///< also after recording_changed
    void metric_changed();  ///< of the mesh, or the quantity of the image
    void shown_changed();   ///< mesh or image
    void image_area_changed();
    void image_changed(); ///< image(): its values, or whether its job was stopped
    void frames_changed();
    void camera_changed();
    void look_changed();      ///< anything of the view except the camera
    void selection_changed(); ///< the selection, or the accesses that are listed
    void panels_changed(const hitmap::PanelMemory& before);
    void reference_changed(); ///< reference() or side()
    void letter_changed();
    void values_changed(); ///< values(), those of early() or image(), or range()
    void extent_changed();
    void work_changed(); ///< PaneWork::changed(), working(), or wanted_config() while something else is done
    /// The recording that open() was called with is shown now.
    void opened(const hitmap::RecordingSpec& spec);
    /// A recording was not opened, or not simulated with another configuration, since it would take more
    /// memory than the limit.
    void memory_needed(const hitmap::RecordingSpec& spec, const hitmap::MemoryNeeded& needed);
    /// @param message  one sentence with the action and the error
    /// @param cause    as that of JobRunner::failed()
    void failed(const QString& message, QObject* cause);

private:
    void connect_parts();
    void start_opening(WantedRecording wanted);
    void take_opened(const Opened& result);
    void show_early(EarlyPicture picture);
    void drop_early(); ///< if a picture is drawn early, shows again what was open before it
    void refuse(WantedRecording wanted, const MemoryNeeded& needed);
    void give_up(); ///< resets what is wanted to what is shown
    void finish_work();
    void close_values(); ///< closes the recording, which must be open
    /// Something must be open.
    [[nodiscard]] const Simulation& shown() const { return *values()->simulation; }
    /// @param values  values together with their simulation
    void show(std::shared_ptr<const FrameValues> values, PaneChoices choices);
    void tell_changes(const PaneChoices& before);
    /// Returns whether values are those of the choices.
    [[nodiscard]] bool are_chosen(const FrameValues& values) const;
    /// Returns frames that the profile knows: whole ones of its finest number.
    [[nodiscard]] FrameRange whole(const FrameRange& frames) const;
    /// Returns the frames with the bounds of work_match_.
    [[nodiscard]] FrameRange matched(FrameRange frames) const;
    [[nodiscard]] std::optional<AccessChoice> known(const std::optional<AccessChoice>& accesses) const;
    [[nodiscard]] std::optional<SubtreeChoice> known(const std::optional<SubtreeChoice>& subtree) const;
    [[nodiscard]] std::optional<Selection> known(const std::optional<Selection>& selection) const;
    [[nodiscard]] WantedValues wanted_values() const;
    [[nodiscard]] SideLetters side_letters() const;
    void request_values();
    void request_early_values();
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

    Library& library_;
    PaneChoices choices_;
    ModelChoice config_;                     ///< the wanted one
    std::optional<DefaultModel> next_model_; ///< of the next recording; no value: config_
    std::unique_ptr<QObject> full_curves_;   ///< cause of the message that no curve can be added; null: none
    std::optional<ModelChoice> after_work_;  ///< chosen while work_ does what comes first
    bool showing_ = false;
    std::optional<std::uint64_t> memory_limit_; ///< no value: machine_memory()
    PaneOpening opening_;
    PaneWork work_;
    PaneLive live_{library_, opening_, work_};
    PaneMarks marks_;
    PaneGuide guide_;
    PaneImage image_{library_};
    std::shared_ptr<const WorkMatch> work_match_;        ///< belongs to the recording
    mutable std::shared_ptr<const WorkMatch> bounds_of_; ///< of which choices_.frames has the bounds
    const Pane* reference_ = nullptr;
    Side side_ = Side::compared;
    char letter_ = 'A';
    std::optional<DataExtent> extent_;
    std::optional<DataExtent> shared_extent_;
    /// The extent over all frames, where the mode of the range needs it.
    struct AllFrames {
        std::shared_ptr<const Profile> profile;
        std::uint64_t total = 0;
        Metric metric;
        RangeMode mode{};
        std::vector<ElementKindId> kinds; ///< coloured_kinds()
        ColourBy colour_by{};
        std::optional<DataExtent> extent;

        /// Whether the extents are of the same values, apart from the caches.
        [[nodiscard]] bool same_values(const AllFrames& other) const {
            return total == other.total && metric == other.metric && mode == other.mode &&
                   kinds == other.kinds && colour_by == other.colour_by;
        }
    };
    std::optional<AllFrames> all_frames_;
    ColourRange range_;
    struct RangeOrigin {
        RangeSubject subject;
        ValueStyle style;
        RangeMode mode;
        ColourBy colour_by;
        friend bool operator==(const RangeOrigin&, const RangeOrigin&) = default;
    };
    /// Input from which range_ was made; no value: range_ must wait for values.
    std::optional<RangeOrigin> range_origin_;
    JobRunner values_job_{Supersede::finish};
    JobRunner all_frames_job_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
