#pragma once

#include <string>
#include <string_view>

namespace hitmap {

/// Imports untrusted bytes by the format that recognises them, without checking hashes. If that succeeds, the
/// recording must be valid. Returns the name of the format, or "" if the bytes are refused or no format
/// recognises them. Throws std::logic_error if the recording is not valid.
/// @param only  the name of a format: bytes of other formats are refused. Empty for any format.
std::string import_checked(std::string_view bytes, std::string_view only = {});

} // namespace hitmap
