#pragma once

#include "core/trace/byte_stream.h"

#include <memory>
#include <string>
#include <string_view>

namespace hitmap {

/// Where a command writes its result: "-" is standard output, anything else a file that appears under its
/// name only when commit() was called. Throws FileError.
[[nodiscard]] std::unique_ptr<ByteSink> open_output(const std::string& path);

/// Text on top of open_output, in blocks. Throws FileError.
class TextOutput {
public:
    explicit TextOutput(const std::string& path);
    void write(std::string_view text);
    void commit();

private:
    std::unique_ptr<ByteSink> sink_;
    std::string buffer_;
};

} // namespace hitmap
