#pragma once

#include <string>

namespace hitmap {

/// Returns the name of a function as it is written in C++: "trace(unsigned int*)" for "_Z5tracePj". A name
/// that is not mangled, or that would become very long, is returned as it is.
[[nodiscard]] std::string demangled(const std::string& name);

} // namespace hitmap
