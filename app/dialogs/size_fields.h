#pragma once

#include "render/image/image.h"

#include <QtCore/QObject>

class QComboBox;
class QFormLayout;
class QSpinBox;

namespace hitmap {

/// The rows of a form that ask for the size of pictures: usual sizes, and the two sides.
class SizeFields : public QObject {
    Q_OBJECT
public:
    /// Adds the rows.
    /// @param on_screen  size of the pane in device pixels, which is the default
    SizeFields(FrameSize on_screen, QFormLayout& form, QObject* parent);

    [[nodiscard]] FrameSize size() const;

private:
    void show_preset();

    QComboBox* preset_;
    QSpinBox* width_;
    QSpinBox* height_;
};

} // namespace hitmap
