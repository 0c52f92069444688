// Fuzzes the language server: the framing of messages, and what they ask for. Nothing that an input asks for
// is recorded or run: long work starts only in the handshake that comes before it.
#include "app/cli/lsp/language_server.h"
#include "app/cli/lsp/message_stream.h"
#include "core/base/error.h"
#include "core/geometry/scene.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace {

using namespace hitmap;

/// A recording of a few rays in a file, which is removed at the end.
class TinyRecording {
public:
    TinyRecording()
        : path_(std::filesystem::temp_directory_path() /
                ("hitmap-lsp-fuzz-" + std::to_string(::getpid()) + ".hmt")) {
        TraceOptions options;
        options.width = options.height = 4;
        options.sm_count = options.warps_per_sm = 1;
        ThreadPool pool(1);
        const auto sink = write_hmt(create_file(path_.string()), {});
        trace_scene(load_scene("builtin:statue?triangles=1000"), options, *sink, pool);
    }
    ~TinyRecording() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    TinyRecording(const TinyRecording&) = delete;
    TinyRecording& operator=(const TinyRecording&) = delete;
    [[nodiscard]] std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

/// A server after its handshake. @param recording  empty: it has no numbers
std::unique_ptr<LanguageServer> started_server(const std::string& recording) {
    const auto in_handshake = std::make_shared<bool>(true);
    LanguageServer::Surroundings surroundings;
    surroundings.send = [](const Json& message) { static_cast<void>(framed_message(message)); };
    surroundings.start = [in_handshake](const LanguageServer::Work& work) {
        if (*in_handshake) work(JobContext{})();
    };
    ModelOptions options;
    options.threads = 1;
    options.texts.set(ModelSetting::model, "hierarchy", {"--model"}); // as the command does
    auto server = std::make_unique<LanguageServer>(recording, options, surroundings);
    if (!recording.empty())
        server->handle(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}})");
    *in_handshake = false;
    return server;
}

void send_bytes(LanguageServer& server, std::string_view bytes, std::size_t piece) {
    MessageStream stream;
    try {
        for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
            stream.add(bytes.substr(0, piece));
            while (const auto content = stream.next())
                server.handle(*content);
        }
    } catch (const Error&) { // NOLINT(bugprone-empty-catch): wrong framing ends the stream
    }
}

/// Each line of the input is the content of a message.
void send_lines(LanguageServer& server, std::string_view lines) {
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        server.handle(std::string(lines.substr(0, end)));
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
}

} // namespace

/// The first byte chooses: 0, bytes in small pieces; 1, messages to a server without numbers; otherwise
/// messages to a server with the numbers of a recording.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const TinyRecording recording;
    if (size == 0) return 0;
    const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto choice = static_cast<std::uint8_t>(data[0] - '0');
    const auto server = started_server(choice > 1 ? recording.path() : std::string());
    if (choice == 0)
        send_bytes(*server, rest, 1 + rest.size() % 97);
    else
        send_lines(*server, rest);
    return 0;
}
