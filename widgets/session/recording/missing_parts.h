#pragma once

#include "widgets/session/recording/open_recording.h"

#include <QtCore/QString>

#include <string_view>

namespace hitmap {

/// Return for users, as a sentence, why something is not known of a recording. Empty if it is known.
[[nodiscard]] QString why_no_mesh(const OpenRecording& recording);     ///< elements to draw
[[nodiscard]] QString why_no_elements(const OpenRecording& recording); ///< accesses of elements
/// What positions count: "element accesses", "requests" or "recorded frames".
[[nodiscard]] QString positions_name(const OpenRecording& recording);
/// The same, with "accesses" for element accesses. Not translated.
[[nodiscard]] std::string_view position_word(const OpenRecording& recording);

} // namespace hitmap
