#pragma once

#include "app/sequence/sequence_output.h"
#include "render/image/image.h"
#include "render/view/view_state.h"

#include <QtCore/QString>
#include <QtWidgets/QDialog>

#include <cstdint>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace hitmap {

class SizeFields;

/// What the pictures of a sequence show, as the option --sequence of the command line says.
enum class SequenceSubject : std::uint8_t { frames, turntable };

/// What the user wants to save.
struct SequenceChoices {
    SequenceSubject subject = SequenceSubject::frames;
    std::uint32_t pictures = 1; ///< of a turn; of frames, there is one of each
    SequenceFormat format = SequenceFormat::png;
    std::uint16_t per_second = 1; ///< of animations and videos
    FrameSize size{1280, 720};
    bool transparent = false;
    bool histogram = false; ///< whether to draw it behind the colour bar of a mesh
};

/// Which range the colours of a sequence have, in the words of colour bars.
struct SequenceRanges {
    QString of_frames;
    QString of_turn;
};

/// Asks for the choices. The file name is asked for afterwards.
class SequenceDialog : public QDialog {
    Q_OBJECT
public:
    /// @param shown      what the pane shows, of which pictures are drawn
    /// @param on_screen  size of the pane in device pixels, which is the default
    /// @param has_video  whether videos can be encoded; otherwise their formats cannot be chosen and say why
    SequenceDialog(const ViewState& shown, SequenceRanges ranges, FrameSize on_screen, bool has_video,
                   QWidget* parent = nullptr);

    [[nodiscard]] SequenceChoices choices() const;

private:
    void add_subjects(const ViewState& shown);
    void add_formats(bool has_video);
    void lay_out(FrameSize on_screen);
    /// Enables what belongs to the subject and the format.
    void show_choices();

    const std::uint64_t frames_; ///< of the present division of the time
    const bool of_mesh_;
    const SequenceRanges ranges_;
    QComboBox* subject_;
    QSpinBox* pictures_;
    QComboBox* format_;
    QSpinBox* per_second_;
    QCheckBox* transparent_;
    QCheckBox* histogram_;
    QLabel* range_;
    QLabel* refusal_; ///< why nothing can be saved; hidden if something can
    SizeFields* size_ = nullptr;
    QPushButton* save_ = nullptr;
};

} // namespace hitmap
