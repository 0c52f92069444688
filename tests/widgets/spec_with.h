#pragma once

#include "widgets/session/recording/recording_spec.h"

#include <string>
#include <vector>

namespace hitmap {

/// What is open, from its parts: a text that names the whole, the part, the layout and the memory layouts.
inline RecordingSpec spec_with(const std::string& file, const RecordingPart& part,
                               const std::string& layout = {},
                               const std::vector<std::string>& relayouts = {}) {
    RecordingSpec spec(file);
    spec.part = part;
    spec.layout = layout;
    spec.relayouts = relayouts;
    return spec;
}

} // namespace hitmap
