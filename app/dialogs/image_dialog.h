#pragma once

#include "render/image/image.h"
#include "widgets/framebuffer/framebuffer_images.h"

#include <QtWidgets/QDialog>

class QCheckBox;
class QComboBox;

namespace hitmap {

class SizeFields;

enum class ImageSubject { mesh, framebuffer, curves, image };

/// The contents and the size of a picture that the user wants to save.
struct ImageChoices {
    ImageSubject subject = ImageSubject::mesh;
    FrameSize size{1280, 720};
    bool transparent = false;
    /// Whether to draw a histogram behind the colour bar of the mesh.
    bool histogram = false;
    FramebufferCells cells = FramebufferCells::order; ///< colours of a picture of the framebuffer
};

/// Asks for the choices. The file name is asked for afterwards.
class ImageDialog : public QDialog {
    Q_OBJECT
public:
    /// @param recording  its subjects that do not exist cannot be chosen
    /// @param on_screen  size of the pane in device pixels, which is the default
    /// @param cells  colours of the displayed framebuffer
    /// @param shown  what the pane shows, which is proposed, and of which image
    ImageDialog(const OpenRecording& recording, FrameSize on_screen, FramebufferCells cells,
                const ViewState& shown, QWidget* parent = nullptr);

    [[nodiscard]] ImageChoices choices() const;

private:
    void lay_out(FrameSize on_screen);
    /// Makes a subject unavailable.
    void refuse(ImageSubject subject, const QString& reason);
    void show_subject();

    const FramebufferCells cells_;
    QComboBox* subject_;
    SizeFields* size_ = nullptr;
    QCheckBox* transparent_;
    QCheckBox* histogram_;
};

} // namespace hitmap
