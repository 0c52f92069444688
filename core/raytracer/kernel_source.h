#pragma once

#include <string_view>

namespace hitmap {

struct KernelSource {
    std::string_view file; ///< as the kernel's instructions name it
    std::string_view text;
};

/// The source text of a kernel, embedded when the program is built.
extern const KernelSource while_while_source;

} // namespace hitmap
