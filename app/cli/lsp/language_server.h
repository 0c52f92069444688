#pragma once

#include "app/cli/lsp/project_file.h"
#include "app/cli/lsp/recorded_numbers.h"
#include "core/report/column/json_row.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// A language server that shows the numbers of a recording at the lines of its sources: code lenses, inlay
/// hints, hovers and diagnostics, with code actions for its commands (Language Server Protocol 3.17,
/// JSON-RPC 2.0). It handles one message at a time and answers at once. Long work is done elsewhere; until it
/// is complete, there are no numbers.
class LanguageServer {
public:
    /// Work for another thread. It returns what remains to be done by the thread of the server.
    using Work = std::function<std::function<void()>(const JobContext& job)>;
    struct Surroundings {
        std::function<void(const Json& message)> send;
        /// Starts the work. Work that was started before is cancelled.
        std::function<void(Work)> start;
    };

    /// @param recording  path; empty: that of the project file of the sources
    /// @param options    of the simulation
    LanguageServer(std::string recording, ModelOptions options, Surroundings surroundings);

    /// Handles the content of a message. Wrong messages are answered with errors.
    void handle(const std::string& content);
    /// Returns the exit status after the notification `exit`, which is 1 without a request `shutdown` before.
    [[nodiscard]] std::optional<int> exit_status() const { return exit_status_; }

private:
    struct Document {
        std::string path;
        std::string text;
    };
    struct Shown; // a document with its lines

    void answer(const Json& id, const std::string& method, const Json& parameters);
    Json result_of(const std::string& method, const Json& parameters);
    void take_notification(const std::string& method, const Json& parameters);
    Json initialize(const Json& parameters);
    [[nodiscard]] bool can_record() const;
    [[nodiscard]] Json code_actions(const Json& parameters) const;
    Json execute(const Json& parameters);
    void open(const Json& parameters);
    void change(const Json& parameters);
    void close(const Json& parameters);
    [[nodiscard]] std::optional<Shown> shown(const Json& parameters) const;

    void find_project(const std::filesystem::path& folder);
    void simulate(bool record_first);
    void publish(const std::string& uri, bool none = false);
    void show_again();
    void notify(const std::string& method, Json parameters);
    void tell_user(int type, const std::string& message);

    std::string recording_;
    ModelOptions options_;
    Surroundings surroundings_;
    std::optional<ProjectFile> project_;
    std::shared_ptr<const RecordedNumbers> numbers_; ///< null before the first simulation is complete
    std::map<std::string, Document> documents_;      ///< [URI]
    bool shows_diagnostics_ = true;
    bool is_initialized_ = false;
    bool is_shut_down_ = false;
    bool takes_markdown_ = true;
    bool refreshes_lenses_ = false; ///< the client can be asked to get code lenses again
    bool refreshes_hints_ = false;
    std::uint64_t next_id_ = 1; ///< of requests to the client
    std::optional<int> exit_status_;
};

/// Returns the path of a file URI, "file:///a%20b" -> "/a b"; empty for other URIs.
[[nodiscard]] std::string path_of_uri(std::string_view uri);

} // namespace hitmap
