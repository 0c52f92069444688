#include "tests/trace/accelsim/kernel_text.h"

#include "tests/trace/import/imported.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>

namespace hitmap {

std::string KernelText::file(std::string_view body) const {
    return fmt::format(
        "-kernel name = _Z5tracePj\n-kernel id = 1\n-grid dim = {}\n-block dim = {}\n-shmem = 0\n"
        "-nregs = 32\n-binary version = 75\n-cuda stream id = 0\n{}-nvbit version = 1.5.5\n"
        "-accelsim tracer version = {}\n{}\n#traces format = PC mask ...\n\n{}",
        grid, block, windows, version, more, body);
}

std::string KernelText::instructions(std::string_view lines, int warp) const {
    return file(fmt::format("#BEGIN_TB\n\nthread block = 0,0,0\n\nwarp = {}\ninsts = {}\n{}\n#END_TB\n", warp,
                            std::count(lines.begin(), lines.end(), '\n'), lines));
}

std::string imported_kernel(std::string_view text, const ImportChoices& choices) {
    return imported(TextFiles{{"kernel-1.traceg", std::string(text)}}, choices);
}

std::string kernel_requests(std::string_view text, const ImportChoices& choices) {
    static const std::regex request(
        "request: launch 0, SM (\\d+), warp (\\d+) in (\\d+), instruction (\\d+), mask "
        "([0-9a-f]+): (.*)");
    static const std::regex kept("(global|local|shared) .*|option 'import-warning' = .*|kernel-1.*");
    static const std::regex local("launch .*, (\\d+) local, .*");
    std::istringstream lines(imported_kernel(text, choices));
    std::string result;
    std::smatch found;
    for (std::string line; std::getline(lines, line);) {
        if (std::regex_match(line, found, request))
            result +=
                fmt::format("{} warp {} {}: {}\n", found.str(4), found.str(2), found.str(5), found.str(6));
        else if (std::regex_match(line, kept))
            result += line + "\n";
        else if (std::regex_match(line, found, local) && found.str(1) != "0")
            result += found.str(1) + " bytes of local memory\n";
    }
    return result;
}

} // namespace hitmap
