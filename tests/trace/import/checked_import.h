#pragma once

#include <string>
#include <string_view>

namespace hitmap {

/// Imports untrusted bytes by the format that recognises them, without checking hashes. If that succeeds, the
/// recording must be valid. Returns the name of the format, or "" if the bytes are refused or no format
/// recognises them. Throws std::logic_error if the recording is not valid.
std::string import_checked(std::string_view bytes);

} // namespace hitmap
