#pragma once

#include "core/trace/import/recording_format.h"

#include <string>

namespace hitmap {

/// What the recordings of every format begin with: producer, format, name of the file without its folder, and
/// a device that is not known. @param file  the path of the first file
[[nodiscard]] inline RecordingInfo imported_info(const RecordingFormat& format, const std::string& file) {
    RecordingInfo info;
    info.producer = format.title();
    info.source_name = file.substr(file.rfind('/') + 1);
    info.options = {{"format", std::string(format.name())}};
    info.device.name = "not known";
    return info;
}

} // namespace hitmap
