#include "core/base/error.h"
#include "core/jobs/child_process.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

namespace hitmap {
namespace {

/// Prints why no process could be started under a limit of 0 processes, and exits.
[[noreturn]] void start_one_too_many() {
    constexpr uid_t nobody = 65534; // the limit does not apply to root
    if (geteuid() == 0 && setresuid(nobody, nobody, nobody) != 0) _exit(1);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_NPROC, &none);
    try {
        const ChildProcess process("/bin/true", {}, ChildProcess::Errors::discarded);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        _exit(0);
    }
    _exit(1);
}

TEST(ChildProcess, WhereNoMoreProcessesMayBeItSaysSo) {
    EXPECT_EXIT(start_one_too_many(), testing::ExitedWithCode(0),
                "^/bin/true: cannot be started: the limit of processes is reached\n$");
}

} // namespace
} // namespace hitmap
