#pragma once

#include "widgets/session/recording/early_picture.h"
#include "widgets/session/recording/frame_values.h"
#include "widgets/session/selection/pane_choices.h"

#include <memory>
#include <optional>
#include <variant>

namespace hitmap {

/// A recording that a pane opens.
struct WantedRecording {
    /// Which choices it is shown with.
    enum class Choices {
        reset, ///< those of the pane, without what refers to another recording, and with its recorded camera
        keep,  ///< those of the pane, or `choices`
    };
    RecordingSpec spec;
    Choices shown_with = Choices::reset;
    ModelChoice config;   ///< that it is simulated with
    bool own_gpu = false; ///< as in DefaultModel
    std::optional<PaneChoices> choices{};
    std::shared_ptr<const HmtFile> whole{}; ///< as for open_recording()
};

/// What is open in a pane, and what is being opened: one state out of five.
class PaneOpening {
public:
    struct Closed {};
    /// A recording is being opened, and what was open before is shown until then.
    struct Opening {
        WantedRecording wanted;
        std::shared_ptr<const FrameValues> values; ///< null: nothing was open
    };
    /// A picture of the recording that is being opened is drawn, and nothing is open.
    struct Early {
        WantedRecording wanted;
        EarlyPicture picture;
        // What is shown again if no result follows the picture:
        std::shared_ptr<const FrameValues> values; ///< null: nothing
        PaneChoices choices;
        PaneChoices begun; ///< the choices with which the picture was first drawn
    };
    struct Open {
        std::shared_ptr<const FrameValues> values; ///< not null
    };
    /// A recording was not opened, or not simulated with another configuration, since that takes too much
    /// memory.
    struct Refused {
        WantedRecording wanted;
        std::shared_ptr<const FrameValues> values; ///< what is open; null: nothing
    };

    /// All that is shown: the values of a frame together with their simulation. Null if nothing is open.
    [[nodiscard]] const std::shared_ptr<const FrameValues>& values() const;
    /// Returns what is drawn of the recording that is being opened, before its simulation is complete: its
    /// scene, already while its rays are traced, and then a preview. Null: nothing is drawn early.
    [[nodiscard]] const EarlyPicture* early() const;
    /// Returns the values that the mesh view draws: those of early(), or values().
    [[nodiscard]] const std::shared_ptr<const FrameValues>& drawn() const;
    /// Returns the recording of drawn(); null if there is none.
    [[nodiscard]] std::shared_ptr<const OpenRecording> drawn_recording() const;
    /// Returns the recording that is being opened; null: none is.
    [[nodiscard]] const WantedRecording* wanted() const;
    /// Returns the name of the recording that was asked for last; empty if nothing is open or being opened.
    [[nodiscard]] RecordingSpec wanted_spec() const;
    /// Returns the choices that the recording that is being opened brings along; null: none.
    [[nodiscard]] const PaneChoices* own_choices() const;

    /// Begins to open a recording. If a picture is drawn early, take_early() comes first.
    void begin(WantedRecording wanted);
    /// Replaces own_choices(), which must not be null.
    void set_own_choices(const PaneChoices& choices);
    /// Draws a picture of the recording that is being opened. values() must be null.
    /// @param values   what was open; null: nothing
    /// @param choices  those of what was open
    /// @param begun    those for the picture
    void show_early(EarlyPicture picture, std::shared_ptr<const FrameValues> values, PaneChoices choices,
                    PaneChoices begun);
    /// Replaces the picture that is drawn early, or its values. Does nothing if there is none.
    void replace_early(EarlyPicture picture);
    /// Closes the picture that is drawn early, and returns it. No value: there is none.
    [[nodiscard]] std::optional<Early> take_early();
    /// Replaces what is open. Null: nothing is open.
    void set_values(std::shared_ptr<const FrameValues> values);
    /// Ends opening: what is open stays.
    void end();
    void refuse(WantedRecording wanted);
    /// Returns what was refused last, and forgets it.
    [[nodiscard]] std::optional<WantedRecording> take_refused();
    void close() { state_ = Closed(); }

private:
    std::variant<Closed, Opening, Early, Open, Refused> state_;
};

} // namespace hitmap
