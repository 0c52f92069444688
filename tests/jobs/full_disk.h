#pragma once

#include <csignal>
#include <cstdint>
#include <stdexcept>
#include <sys/resource.h>

namespace hitmap::test {

/// While it exists, no file that this process writes gets more bytes than this: further writes fail, as they
/// do on a full disk, after the bytes that found room. This works on every file system and without rights.
class FullDisk {
public:
    explicit FullDisk(std::uint64_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN); // NOLINT(cert-err33-c): cannot fail
        if (getrlimit(RLIMIT_FSIZE, &before_) != 0) throw std::runtime_error("cannot ask for the limit");
        set({bytes, before_.rlim_max});
    }
    ~FullDisk() { (void)setrlimit(RLIMIT_FSIZE, &before_); }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    static void set(const rlimit& limit) {
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) throw std::runtime_error("cannot set the limit");
    }
    rlimit before_{};
};

} // namespace hitmap::test
