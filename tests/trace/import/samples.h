#pragma once

#include <string>
#include <vector>

namespace hitmap {

/// A small file of another program. Hostile files are made from it, in tests and by fuzzing.
struct ImportSample {
    std::string name;     ///< without spaces: "memtracer-5"
    std::string format{}; ///< RecordingFormat::name()
    std::string start{};  ///< the bytes of the file, or those before the compressed ones
    std::string packed{}; ///< bytes that follow compressed by gzip; may be empty

    [[nodiscard]] std::string bytes() const;
    /// Whether it consists of lines of text.
    [[nodiscard]] bool is_text() const;
};

/// Samples of every format of recording_formats(), at least one of each. They have at most a few thousand
/// bytes, so that every byte can be changed.
[[nodiscard]] std::vector<ImportSample> import_samples();

} // namespace hitmap
