#include "app/cli/lsp/serve_streams.h"

#include "app/cli/lsp/language_server.h"
#include "app/cli/lsp/message_stream.h"
#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "core/jobs/output_files.h"
#include "core/jobs/start_thread.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// Runs one piece of work at a time in a thread. A byte in a pipe tells the main thread when it is complete.
class BackgroundWork {
public:
    BackgroundWork() {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
            throw Error(std::string("cannot make a pipe: ") + std::strerror(errno));
        ready_ = Descriptor(ends[0]);
        wake_ = Descriptor(ends[1]);
    }
    /// Cancels the work before.
    void start(const LanguageServer::Work& work) {
        thread_ = {}; // joins
        const std::lock_guard lock(mutex_);
        complete_.clear();
        thread_ = start_thread("simulating for the editor", [this, work](const std::stop_token& stop) {
            auto rest = work({stop});
            const std::lock_guard guard(mutex_);
            complete_.push_back(std::move(rest));
            const char byte = 0;
            (void)!write(wake_.get(), &byte, 1); // if the pipe is full, it is readable
        });
    }
    /// The descriptor is readable when work is complete.
    [[nodiscard]] int descriptor() const { return ready_.get(); }
    /// Does what remains of complete work.
    void finish() {
        std::array<char, 64> bytes{};
        while (read(ready_.get(), bytes.data(), bytes.size()) > 0) {
        }
        std::vector<std::function<void()>> complete;
        {
            const std::lock_guard lock(mutex_);
            complete.swap(complete_);
        }
        for (const auto& rest : complete)
            rest();
    }

private:
    Descriptor ready_;
    Descriptor wake_;
    std::mutex mutex_;
    std::vector<std::function<void()>> complete_;
    std::jthread thread_; ///< the last member: it uses the others
};

void write_all(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0)
            throw FileError("standard output", "", std::string("cannot be written: ") + std::strerror(errno));
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

/// Waits until there is input or complete work. Returns whether there is input.
bool wait_for_input(const BackgroundWork& work) {
    std::array<pollfd, 2> sources{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{work.descriptor(), POLLIN, 0}};
    while (poll(sources.data(), sources.size(), -1) < 0)
        if (errno != EINTR) throw Error(std::string("cannot wait for input: ") + std::strerror(errno));
    return sources[0].revents != 0;
}

/// Appends what is there. Returns false at the end of the input.
bool read_input(MessageStream& stream) {
    std::array<char, 1U << 16> bytes{};
    const ssize_t got = read(STDIN_FILENO, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) return true;
    if (got < 0)
        throw FileError("standard input", "", std::string("cannot be read: ") + std::strerror(errno));
    stream.add({bytes.data(), static_cast<std::size_t>(got)});
    return got != 0;
}

} // namespace

void serve_standard_streams(const std::string& recording, const ModelOptions& options,
                            const JobContext& job) {
    BackgroundWork work;
    LanguageServer server(recording, options,
                          {[](const Json& message) { write_all(framed_message(message)); },
                           [&](const LanguageServer::Work& wanted) { work.start(wanted); }});
    MessageStream stream;
    while (!server.exit_status()) {
        job.check();
        if (wait_for_input(work) && !read_input(stream))
            throw Error("lsp: the editor closed the connection without the notification exit");
        work.finish();
        while (!server.exit_status())
            if (const auto content = stream.next())
                server.handle(*content);
            else
                break;
    }
    if (*server.exit_status() != 0) throw Error("lsp: expected the request shutdown before exit");
}

} // namespace hitmap
