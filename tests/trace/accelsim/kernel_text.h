#pragma once

#include "core/trace/import/recording_format.h"

#include <string>
#include <string_view>

namespace hitmap {

/// What the header of a kernel file in the tests says.
struct KernelText {
    std::string version = "3";
    std::string grid = "(1,1,1)";
    std::string block = "(64,1,1)";
    /// Further lines: "-enable lineinfo = 1\n".
    std::string more{};
    /// Windows of shared and local memory.
    std::string windows = "-shmem base_addr = 0x00007f0000000000\n"
                          "-local mem base_addr = 0x00007f0001000000\n";

    /// A kernel file that has these lines behind its header.
    [[nodiscard]] std::string file(std::string_view body) const;
    /// A kernel file with these instructions of warp 0 of block 0, or of another warp.
    [[nodiscard]] std::string instructions(std::string_view lines, int warp = 0) const;
};

/// What imported() returns for a kernel file.
[[nodiscard]] std::string imported_kernel(std::string_view text, const ImportChoices& choices = {});
/// The lines of the instructions, warnings, local memory and requests of imported_kernel(), the requests in
/// short: "0 warp 0 0000000f: 0x0 0x4" is of instruction 0 and warp 0.
[[nodiscard]] std::string kernel_requests(std::string_view text, const ImportChoices& choices = {});

} // namespace hitmap
