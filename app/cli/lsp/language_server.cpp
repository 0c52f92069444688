#include "app/cli/lsp/language_server.h"

#include "app/cli/base/version.h"
#include "app/cli/lsp/editor_views.h"
#include "app/cli/lsp/record_again.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/path_query.h"
#include "core/source/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr int parse_error = -32700; // JSON-RPC 2.0, section 5.1
constexpr int invalid_request = -32600;
constexpr int method_not_found = -32601;
constexpr int invalid_parameters = -32602;
constexpr int not_initialized = -32002; // Language Server Protocol, ErrorCodes
constexpr int message_error = 1;        // MessageType
constexpr int message_info = 3;

constexpr std::string_view record_command = "hitmap.recordAgain";
constexpr std::string_view diagnostics_command = "hitmap.toggleDiagnostics";
/// Editors do not offer actions of this kind at every line.
constexpr std::string_view action_kind = "source.hitmap";

/// An error that answers a request.
struct RequestError {
    int code;
    std::string message;
};

/// Returns the value at a JSON pointer; null if it is missing.
Json value_at(const Json& json, const char* pointer) {
    const Json::json_pointer at(pointer);
    return json.contains(at) ? json.at(at) : Json(nullptr);
}

bool is_true(const Json& json, const char* pointer) {
    return value_at(json, pointer) == Json(true);
}

/// A line number of a parameter.
std::size_t line_at(const Json& json, const char* pointer) {
    const Json value = value_at(json, pointer);
    if (!value.is_number_unsigned())
        throw RequestError{invalid_parameters, fmt::format("{}: expected a line number", pointer)};
    return value.get<std::size_t>();
}

std::string text_at(const Json& json, const char* pointer) {
    const Json value = value_at(json, pointer);
    if (!value.is_string())
        throw RequestError{invalid_parameters, fmt::format("{}: expected a text", pointer)};
    return value.get<std::string>();
}

/// Returns whether the editor asks for actions of all kinds, or of ours or one that contains it.
bool asks_for_actions(const Json& parameters) {
    const Json kinds = value_at(parameters, "/context/only");
    return !kinds.is_array() || std::any_of(kinds.begin(), kinds.end(), [](const Json& kind) {
        return kind == action_kind || kind == "source" || kind == "";
    });
}

/// The folder that the editor works in; empty if it names none.
std::filesystem::path workspace_folder(const Json& parameters) {
    for (const char* const pointer : {"/rootUri", "/workspaceFolders/0/uri"})
        if (const Json uri = value_at(parameters, pointer); uri.is_string())
            return path_of_uri(uri.get<std::string>());
    return {};
}

} // namespace

/// A document, and the lines of it that have numbers.
struct LanguageServer::Shown {
    std::vector<std::string_view> text;
    std::vector<ShownLine> lines;
};

LanguageServer::LanguageServer(std::string recording, ModelOptions options, Surroundings surroundings)
    : recording_(std::move(recording)),
      options_(std::move(options)),
      surroundings_(std::move(surroundings)) {}

void LanguageServer::handle(const std::string& content) {
    Json message;
    try {
        message = parse_json_text<Json>(content, "message");
    } catch (const Error& error) {
        surroundings_.send({{"jsonrpc", "2.0"},
                            {"id", nullptr},
                            {"error", {{"code", parse_error}, {"message", error.what()}}}});
        return;
    }
    const Json method = value_at(message, "/method");
    const Json id = value_at(message, "/id");
    const Json parameters = value_at(message, "/params");
    if (!method.is_string()) {
        if (!message.is_object() || (!message.contains("result") && !message.contains("error")))
            surroundings_.send({{"jsonrpc", "2.0"},
                                {"id", nullptr},
                                {"error", {{"code", invalid_request}, {"message", "expected a method"}}}});
        return; // answers to refresh requests say nothing
    }
    if (!id.is_null()) return answer(id, method.get<std::string>(), parameters);
    try {
        take_notification(method.get<std::string>(), parameters);
    } catch (const RequestError&) { // notifications have no answers
    }
}

void LanguageServer::answer(const Json& id, const std::string& method, const Json& parameters) {
    Json message{{"jsonrpc", "2.0"}, {"id", id}};
    const auto fail = [&](int code, const std::string& text) {
        message["error"] = {{"code", code}, {"message", text}};
    };
    try {
        message["result"] = result_of(method, parameters);
    } catch (const RequestError& error) {
        fail(error.code, error.message);
    }
    surroundings_.send(message);
}

Json LanguageServer::result_of(const std::string& method, const Json& parameters) {
    if (method == "initialize") return initialize(parameters);
    if (!is_initialized_) throw RequestError{not_initialized, "expected initialize first"};
    if (is_shut_down_) throw RequestError{invalid_request, "expected exit after shutdown"};
    if (method == "shutdown") {
        is_shut_down_ = true;
        return nullptr;
    }
    if (method == "workspace/executeCommand") return execute(parameters);
    if (method == "textDocument/codeAction") return code_actions(parameters);
    const bool lenses = method == "textDocument/codeLens";
    const bool hints = method == "textDocument/inlayHint";
    if (!lenses && !hints && method != "textDocument/hover")
        throw RequestError{method_not_found, fmt::format("no method {}", method)};
    const auto document = shown(parameters);
    if (lenses) return document ? code_lenses({*numbers_, document->text, document->lines}) : Json::array();
    if (hints)
        return document ? inlay_hints({*numbers_, document->text, document->lines},
                                      line_at(parameters, "/range/start/line"),
                                      line_at(parameters, "/range/end/line"))
                        : Json::array();
    return document ? hover({*numbers_, document->text, document->lines},
                            line_at(parameters, "/position/line"), takes_markdown_)
                    : Json(nullptr);
}

void LanguageServer::take_notification(const std::string& method, const Json& parameters) {
    if (method == "exit") exit_status_ = is_shut_down_ ? 0 : 1;
    if (!is_initialized_ || is_shut_down_) return;
    if (method == "textDocument/didOpen") open(parameters);
    if (method == "textDocument/didChange") change(parameters);
    if (method == "textDocument/didClose") close(parameters);
}

Json LanguageServer::initialize(const Json& parameters) {
    is_initialized_ = true;
    const Json formats = value_at(parameters, "/capabilities/textDocument/hover/contentFormat");
    takes_markdown_ =
        !formats.is_array() || std::find(formats.begin(), formats.end(), "markdown") != formats.end();
    refreshes_lenses_ = is_true(parameters, "/capabilities/workspace/codeLens/refreshSupport");
    refreshes_hints_ = is_true(parameters, "/capabilities/workspace/inlayHint/refreshSupport");
    shows_diagnostics_ = value_at(parameters, "/initializationOptions/diagnostics") != Json(false);
    if (const std::filesystem::path folder = workspace_folder(parameters); folder.is_absolute())
        find_project(folder);
    if (!recording_.empty()) simulate(false);
    return {{"capabilities",
             {{"textDocumentSync", {{"openClose", true}, {"change", 1}}},
              {"codeLensProvider", {{"resolveProvider", false}}},
              {"inlayHintProvider", true},
              {"hoverProvider", true},
              {"codeActionProvider", {{"codeActionKinds", {action_kind}}}},
              {"executeCommandProvider", {{"commands", {record_command, diagnostics_command}}}}}},
            {"serverInfo", {{"name", "hitmap"}, {"version", program_version}}}};
}

bool LanguageServer::can_record() const {
    return numbers_ != nullptr || (project_ && !project_->command.empty());
}

/// The commands, for editors in which a user can call no command by its name.
Json LanguageServer::code_actions(const Json& parameters) const {
    Json actions = Json::array();
    const auto add = [&actions](std::string_view title, std::string_view command) {
        actions.push_back(
            {{"title", title}, {"kind", action_kind}, {"command", {{"title", title}, {"command", command}}}});
    };
    const bool is_shown = shown(parameters).has_value();
    if (!asks_for_actions(parameters) || (numbers_ != nullptr && !is_shown)) return actions;
    if (can_record()) add("Hitmap: record again", record_command);
    if (is_shown)
        add(shows_diagnostics_ ? "Hitmap: hide diagnostics" : "Hitmap: show diagnostics",
            diagnostics_command);
    return actions;
}

Json LanguageServer::execute(const Json& parameters) {
    const std::string command = text_at(parameters, "/command");
    if (command == record_command) {
        if (!can_record())
            throw RequestError{invalid_request,
                               "expected a recording that is open, or a project with a command"};
        simulate(true);
        return nullptr;
    }
    if (command != diagnostics_command)
        throw RequestError{invalid_parameters, fmt::format("no command {}", command)};
    shows_diagnostics_ = !shows_diagnostics_;
    for (const auto& [uri, document] : documents_)
        publish(uri);
    return shows_diagnostics_;
}

void LanguageServer::open(const Json& parameters) {
    const std::string uri = text_at(parameters, "/textDocument/uri");
    const std::filesystem::path path(path_of_uri(uri));
    documents_[uri] = {path.string(), text_at(parameters, "/textDocument/text")};
    if (recording_.empty() && path.is_absolute()) {
        find_project(path.parent_path());
        if (!recording_.empty()) simulate(false);
    }
    publish(uri);
}

void LanguageServer::change(const Json& parameters) {
    const std::string uri = text_at(parameters, "/textDocument/uri");
    const Json changes = value_at(parameters, "/contentChanges");
    const auto document = documents_.find(uri);
    if (document == documents_.end() || !changes.is_array() || changes.empty()) return;
    document->second.text = text_at(changes.back(), "/text"); // the whole text
    publish(uri);
}

void LanguageServer::close(const Json& parameters) {
    const std::string uri = text_at(parameters, "/textDocument/uri");
    if (documents_.erase(uri) != 0) publish(uri, true);
}

std::optional<LanguageServer::Shown> LanguageServer::shown(const Json& parameters) const {
    const auto document = documents_.find(text_at(parameters, "/textDocument/uri"));
    if (document == documents_.end() || numbers_ == nullptr) return std::nullopt;
    const FileTraffic* const file = file_of_document(*numbers_, document->second.path);
    if (file == nullptr) return std::nullopt;
    return Shown{lines_of_text(document->second.text), shown_lines(*numbers_, *file, document->second.text)};
}

/// Takes the recording of the project, unless the command line named one.
void LanguageServer::find_project(const std::filesystem::path& folder) {
    if (project_) return;
    try {
        project_ = find_project_file(folder);
    } catch (const Error& error) {
        tell_user(message_error, error.what());
    }
    if (!project_) return;
    if (recording_.empty()) recording_ = project_->recording;
    set_caches(options_.texts, *project_);
}

void LanguageServer::simulate(bool record_first) {
    const auto work = [this, recording = recording_, options = options_, project = project_, record_first,
                       before = numbers_](const JobContext& job) -> std::function<void()> {
        try {
            if (record_first) record_again(before ? before->info : RecordingInfo(), recording, project, job);
            return [this, numbers = simulate_numbers(recording, options, job)] {
                numbers_ = numbers;
                show_again();
            };
        } catch (const Cancelled&) {
            return [] {};
        } catch (const Error& error) {
            return [this, message = std::string(error.what())] { tell_user(message_error, message); };
        } catch (const std::bad_alloc&) {
            return [this] { tell_user(message_error, "not enough memory to simulate the recording"); };
        } catch (const std::exception& error) { // libraries may throw as well
            return [this, message = failure_text(error)] { tell_user(message_error, message); };
        }
    };
    if (record_first) tell_user(message_info, "recording again");
    surroundings_.start(work);
}

/// Sends the diagnostics of a document, or `none`.
void LanguageServer::publish(const std::string& uri, bool none) {
    Json list = Json::array();
    if (!none && shows_diagnostics_)
        if (const auto document = shown({{"textDocument", {{"uri", uri}}}}))
            list = diagnostics({*numbers_, document->text, document->lines});
    notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", std::move(list)}});
}

/// Replaces everything that editors show by the present numbers.
void LanguageServer::show_again() {
    for (const auto& [uri, document] : documents_)
        publish(uri);
    const auto request = [&](const char* method) {
        surroundings_.send({{"jsonrpc", "2.0"}, {"id", next_id_++}, {"method", method}});
    };
    if (refreshes_lenses_) request("workspace/codeLens/refresh");
    if (refreshes_hints_) request("workspace/inlayHint/refresh");
}

void LanguageServer::notify(const std::string& method, Json parameters) {
    surroundings_.send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}});
}

void LanguageServer::tell_user(int type, const std::string& message) {
    notify("window/showMessage", {{"type", type}, {"message", "hitmap: " + message}});
}

std::string path_of_uri(std::string_view uri) {
    constexpr std::string_view scheme = "file://";
    if (!uri.starts_with(scheme)) return {};
    uri.remove_prefix(scheme.size());
    uri.remove_prefix(std::min(uri.find('/'), uri.size())); // the host, which is empty or this machine
    std::string path;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        unsigned code = 0;
        const char* const digits = uri.data() + i + 1;
        const bool is_escape = uri[i] == '%' && i + 2 < uri.size() &&
                               std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2 && code != 0;
        path += is_escape ? static_cast<char>(code) : uri[i];
        if (is_escape) i += 2;
    }
    return path;
}

} // namespace hitmap
