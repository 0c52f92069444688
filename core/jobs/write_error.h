#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>

namespace hitmap {

/// A file cannot be written. what() is "FILE: PLACE: cannot be written: REASON".
class WriteError : public FileError {
public:
    /// @param file    path as the user gave it
    /// @param place   up to where it was written ("byte 24"); may be empty
    /// @param reason  that of the system ("No space left on device") or of the caller
    WriteError(std::string_view file, std::string_view place, std::string_view reason);

    [[nodiscard]] const std::string& reason() const { return reason_; }

private:
    std::string reason_;
};

/// Returns the text of an error number of the system ("No space left on device").
[[nodiscard]] std::string system_reason(int error);

} // namespace hitmap
