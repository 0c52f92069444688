#include "app/cli/base/standard_streams.h"

#include "core/base/error.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <string>
#include <unistd.h>

namespace hitmap {

void prepare_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
        // open() returns the lowest free number, which is that of the stream.
        [[maybe_unused]] const int opened =
            ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY); // NOLINT(android-cloexec-open)
    }
    std::signal(SIGPIPE, SIG_IGN); // NOLINT(cert-err33-c): cannot fail
    // A function, as programs that are started inherit what is ignored.
    struct sigaction beyond_limit {};
    beyond_limit.sa_handler = [](int) {};
    beyond_limit.sa_flags = SA_RESTART;
    sigaction(SIGXFSZ, &beyond_limit, nullptr);
}

void flush_results() {
    std::cout.flush(); // output of --help
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        throw FileError("standard output", "", std::string("cannot be written: ") + std::strerror(errno));
}

} // namespace hitmap
