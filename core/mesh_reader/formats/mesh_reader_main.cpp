// hitmap-mesh-reader FILE inside|outside: reads a mesh file and writes it to standard output in the format of
// core/geometry/mesh_stream.h. It is a separate process because a malformed file may crash the reader. Hitmap
// starts it; users do not run it directly.
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/geometry/mesh_stream.h"
#include "core/geometry/reader_limits.h"
#include "core/jobs/start_thread.h"
#include "core/mesh_reader/formats/read_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <malloc.h>
#include <new>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace hitmap {
namespace {

void set_limit(__rlimit_resource resource, std::uint64_t value) {
    rlimit limit{};
    if (getrlimit(resource, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? value : std::min<rlim_t>(value, limit.rlim_max);
    (void)setrlimit(resource, &limit);
}

void set_limits(std::uint64_t input_bytes) {
    const ReaderLimits limits = reader_limits(input_bytes);
    set_limit(RLIMIT_CPU, limits.processor_seconds);
    if (address_space_can_be_limited()) set_limit(RLIMIT_AS, limits.memory_bytes);
}

/// Restricts the process: it may not create files or core dumps, and it ends when the program that started it
/// ends.
void settle_in() {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    set_limit(RLIMIT_CORE, 0);
    if (address_space_can_be_limited()) set_limit(RLIMIT_FSIZE, 0); // sanitizers write their reports to files
    mallopt(M_ARENA_MAX, 1); // further arenas would reserve address space, which is limited
}

void write_all(const void* data, std::size_t size) {
    const auto* next = static_cast<const char*>(data);
    while (size != 0) {
        const ssize_t written = write(STDOUT_FILENO, next, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) _exit(1); // the program that started this one has ended
        next += written;
        size -= static_cast<std::size_t>(written);
    }
}

/// Reports progress ten times per second, and once more at the end.
class ProgressTeller {
public:
    ProgressTeller(const Progress& progress, MeshStreamWriter& out)
        : progress_(progress),
          out_(out),
          thread_(start_thread("progress", [this](const std::stop_token& ended) { run(ended); })) {}
    ~ProgressTeller() {
        thread_.request_stop();
        thread_.join();
        out_.progress(progress_.snapshot());
    }
    ProgressTeller(const ProgressTeller&) = delete;
    ProgressTeller& operator=(const ProgressTeller&) = delete;

private:
    void run(const std::stop_token& ended) {
        constexpr std::chrono::milliseconds tick(5);
        for (unsigned ticks = 1; !ended.stop_requested(); ++ticks) {
            std::this_thread::sleep_for(tick);
            if (ticks % 20 == 0) out_.progress(progress_.snapshot());
        }
    }

    const Progress& progress_;
    MeshStreamWriter& out_;
    std::jthread thread_;
};

/// Removes the name of the file from the beginning of the message, because the receiving process adds it
/// again.
std::string_view without_file(std::string_view message, const std::string& file) {
    const std::string begin = printable(file) + ": ";
    if (message.starts_with(begin)) message.remove_prefix(begin.size());
    return message;
}

void tell(const FileError& error, const std::string& file, MeshStreamWriter& out) {
    std::string_view message = without_file(error.what(), file);
    if (!error.place().empty())
        message.remove_prefix(std::min(message.size(), printable(error.place()).size() + 2));
    out.error(error.place(), message);
}

void answer(const std::string& file, const ImportOptions& options, MeshStreamWriter& out) {
    try {
        ReadMesh read;
        {
            Progress progress;
            const ProgressTeller teller(progress, out);
            MeshFolder folder(file, options, [&](std::uint64_t bytes) {
                set_limits(bytes);
                out.input(bytes);
            });
            read = read_mesh(folder, {{}, &progress});
        }
        out.mesh(read);
    } catch (const FileError& error) {
        tell(error, file, out);
    } catch (const std::bad_alloc&) {
        rlimit limit{};
        (void)getrlimit(RLIMIT_AS, &limit);
        const std::uint64_t bytes = limit.rlim_cur;
        set_limit(RLIMIT_AS, RLIM_INFINITY); // memory for the error message
        out.error("",
                  fmt::format("expected to be read with {} MiB of memory (ample for its size), takes more",
                              bytes >> 20U));
    } catch (const Error& error) { // an error that is not about the file
        out.error("", error.what());
    } catch (const std::exception& error) {
        out.error("", fmt::format("expected a mesh: {}", error.what()));
    }
}

} // namespace
} // namespace hitmap

int main(int argc, char** argv) {
    using namespace hitmap;
    const std::string_view access = argc == 3 ? argv[2] : "";
    if (access != "inside" && access != "outside") {
        std::fputs("hitmap-mesh-reader: reads a mesh file for hitmap; not meant to be run by hand\n", stderr);
        return 2;
    }
    settle_in();
    set_limits(0);
    MeshStreamWriter out(write_all);
    answer(argv[1], {access == "outside"}, out);
    _exit(0); // skips destructors: the system frees the memory faster
}
