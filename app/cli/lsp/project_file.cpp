#include "app/cli/lsp/project_file.h"

#include "app/cli/base/input_file.h"
#include "core/base/error.h"
#include "core/base/json_node.h"
#include "core/base/json_text.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace hitmap {

namespace {

/// Throws FileError if another user could have written what is in the file.
void require_own_file(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0)
        throw FileError(path.string(), "", fmt::format("cannot be read: {}", std::strerror(errno)));
    if (status.st_uid != ::geteuid() && status.st_uid != 0)
        throw FileError(
            path.string(), "",
            fmt::format("expected a file of user {} or of root, because it names a command, found "
                        "one of user {}",
                        ::geteuid(), status.st_uid));
    if ((status.st_mode & S_IWOTH) != 0)
        throw FileError(path.string(), "",
                        "expected a file that other users cannot write, because it names a command; "
                        "chmod o-w changes that");
}

} // namespace

ProjectFile parse_project_file(const std::string& text, const std::filesystem::path& path) {
    const std::string name = path.string();
    const auto json = parse_json_text<JsonNode::Json>(text, name);
    const JsonNode root(json, "", name);
    root.allow_only({"recording", "record", "preset", "l1", "l2"});
    ProjectFile project;
    project.folder = path.parent_path();
    const auto recording = root.find("recording");
    if (!recording) throw FileError(name, "/recording", "expected the path of a recording, found none");
    project.recording = (project.folder / recording->text()).string();
    if (const auto command = root.find("record"))
        for (const JsonNode& word : command->items())
            project.command.push_back(word.text());
    const std::pair<const char*, std::optional<std::string>*> texts[] = {
        {"preset", &project.preset}, {"l1", &project.l1}, {"l2", &project.l2}};
    for (const auto& [key, value] : texts)
        if (const auto node = root.find(key)) *value = node->text();
    return project;
}

std::optional<ProjectFile> find_project_file(const std::filesystem::path& folder) {
    for (std::filesystem::path at = folder;; at = at.parent_path()) {
        const std::filesystem::path path = at / project_file_name;
        std::error_code error;
        if (std::filesystem::is_regular_file(path, error)) {
            require_own_file(path);
            return parse_project_file(read_text_file(path.string()), path);
        }
        if (!at.has_relative_path()) return std::nullopt;
    }
}

void set_caches(ModelTexts& texts, const ProjectFile& project) {
    const std::string file = (project.folder / project_file_name).string();
    const auto set = [&](ModelSetting setting, const std::optional<std::string>& text) {
        if (text && texts.find(setting) == nullptr)
            texts.set(setting, *text, {fmt::format("/{}", name_of(setting)), file});
    };
    set(ModelSetting::preset, project.preset);
    set(ModelSetting::l1, project.l1);
    set(ModelSetting::l2, project.l2);
}

} // namespace hitmap
