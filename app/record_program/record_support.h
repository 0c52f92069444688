#pragma once

#include <QtCore/QString>

namespace hitmap {

/// What runs `hitmap record`.
struct Recorder {
    QString executable; ///< path of the program
    QString refusal;    ///< a sentence: why it cannot record; empty: it can
};

/// This program, which cannot record if it was built without the Vulkan layer, or if the layer is not where
/// the command looks for it.
[[nodiscard]] Recorder own_recorder();

} // namespace hitmap
