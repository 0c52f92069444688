#include "tests/app/program.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace hitmap::test {

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "hitmap-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void TemporaryFolder::write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
}

std::string TemporaryFolder::read(const std::string& name) const {
    std::ifstream in(path_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

Outcome TemporaryFolder::hitmap(const std::string& arguments) const {
    Outcome outcome = hitmap_into(arguments, ".stdout");
    outcome.out = read(".stdout");
    return outcome;
}

Outcome TemporaryFolder::hitmap_into(const std::string& arguments, const std::string& output) const {
    const std::string command = "cd '" + path_.string() +
                                "' && env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM " +
                                HITMAP_PROGRAM + " " + arguments + " >" + output + " 2>.stderr </dev/null";
    Outcome outcome;
    do {
        const int status =
            std::system(command.c_str()); // NOLINT(cert-env33-c): the shell is what a person would use
        outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        outcome.err = read(".stderr");
        // Now and then the leak checker itself crashes at the end, when it looks at a thread of the software
        // renderer that is just going. It has found nothing then, and is asked again.
    } while (outcome.err.find("LeakSanitizer has encountered a fatal error") != std::string::npos);
    return outcome;
}

} // namespace hitmap::test
