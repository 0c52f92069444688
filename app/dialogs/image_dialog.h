#pragma once

#include "render/image/image.h"
#include "widgets/framebuffer/framebuffer_images.h"

#include <QtWidgets/QDialog>

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace hitmap {

enum class ImageSubject { mesh, framebuffer, curves };

/// What a person wants a picture of, and how large.
struct ImageChoices {
    ImageSubject subject = ImageSubject::mesh;
    FrameSize size{1280, 720};
    bool transparent = false;
    bool histogram = false;                           ///< behind the colour bar of the mesh
    FramebufferCells cells = FramebufferCells::order; ///< of the framebuffer
};

/// Asks for it; the file is asked for afterwards.
class ImageDialog : public QDialog {
    Q_OBJECT
public:
    /// @param on_screen  size of the pane in device pixels, the first proposal
    /// @param cells  what the framebuffer shows, and so its picture
    ImageDialog(FrameSize on_screen, FramebufferCells cells, QWidget* parent = nullptr);

    [[nodiscard]] ImageChoices choices() const;

private:
    void lay_out();
    void show_preset();
    void show_subject();

    const FramebufferCells cells_;
    QComboBox* subject_;
    QComboBox* preset_;
    QSpinBox* width_;
    QSpinBox* height_;
    QCheckBox* transparent_;
    QCheckBox* histogram_;
};

} // namespace hitmap
